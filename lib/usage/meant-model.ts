import { makersOf } from "@/lib/discovery/makers";
import { nameKey } from "@/lib/ids";
import { onceFor, onceForText } from "@/lib/once-for";
import type { Day } from "@/lib/schemas/primitives";
import type { UsageModel } from "@/lib/schemas/record";
import { FAMILIES, familyOf } from "./families";
import { formsOf, modelNamed, newestModel } from "./find-model";
import { type Card, isSpecial, type Offer } from "./market";
import { standingModels, TOKENS } from "./standing";

const makers = new WeakMap<readonly Card[], (key: string) => string[]>();

/** Returns the slugs of the cards with models of a name, makers before resellers. */
function makersIn(cards: readonly Card[]): (key: string) => string[] {
  const held = makers.get(cards);
  if (held) return held;
  const offering = makersOf(
    cards.map(({ name, models }) => ({
      vendor: name.replace(/ (?:API|Model Studio|Open Platform)$/, ""),
      models: models.map(({ model }) => nameKey(model)),
    })),
  );
  const made = (key: string) => {
    const found: { index: number; weight: number }[] = [];
    offering(key, (index, weight) => found.push({ index, weight }));
    return found.sort((a, b) => b.weight - a.weight).flatMap(({ index }) => cards[index]?.slug ?? []);
  };
  makers.set(cards, made);
  return made;
}

/** Returns true if the model has prices for both input and output tokens. */
export function writesText(model: UsageModel): boolean {
  const standard = model.meters.filter(({ mode }) => mode === "standard").map(({ name }) => name);
  return !isSpecial(model) && TOKENS.every((name) => standard.includes(name));
}

/** Returns a card's models that write text, and those that are current on a day. */
const writersOf = onceFor((models: readonly UsageModel[]) => ({
  all: models.filter(writesText),
  standing: onceForText((day) => standingModels(models, { day, withPast: false }).models.filter(writesText)),
}));

const MAX_CARDS = 3;

/**
 * Returns the model that a text names, at its maker: the one with this name, else the newest current model of a family
 * ("Claude", "Gemini Pro"). Returns null if no card has such a model with prices of input and output.
 */
export function modelMeant(cards: readonly Card[], asked: string, day: Day): Offer | null {
  const key = nameKey(asked);
  if (key.length < 2) return null;
  const makersOfName = makersIn(cards);
  const known = [key, familyIn(key)].flatMap((name) => makersOfName(name).slice(0, MAX_CARDS));
  return firstOffer(cards, [...(familyOf(key)?.cards ?? []), ...known], (card) => modelAt(card, asked, day));
}

const familyIn = (key: string) => key.split("-", 1)[0] ?? key;

/** Like modelMeant(), for one card. */
export function modelAt({ models }: Pick<Card, "models">, asked: string, day: Day): UsageModel | null {
  const writers = writersOf(models);
  const standing = writers.standing(day);
  // A text without a version names a family, even if it could be an id.
  const named = /\d/.test(asked) ? (modelNamed(standing, asked).one ?? modelNamed(writers.all, asked).one) : null;
  const key = nameKey(asked);
  const family = familyIn(key);
  const begins = standing.filter((model) => {
    const { ownId, ownName } = formsOf(model);
    return ownId.startsWith(family) || ownName.startsWith(family);
  });
  return named ?? newestModel(begins, asked) ?? writers.all.find((model) => formsOf(model).id === key) ?? null;
}

const MAKERS = FAMILIES.flatMap(({ cards }) => cards);

/**
 * Returns the model with exactly this name on the card of a maker of language models. The model may make anything:
 * images, speech, vectors.
 */
export function modelCalled(cards: readonly Card[], asked: string): Offer | null {
  return firstOffer(cards, MAKERS, ({ models }) => modelNamed(models, asked).one);
}

function firstOffer(
  cards: readonly Card[],
  slugs: readonly string[],
  find: (card: Card) => UsageModel | null,
): Offer | null {
  for (const slug of new Set(slugs)) {
    const card = cards.find((entry) => entry.slug === slug);
    const model = card && find(card);
    if (!model) continue;
    const { models: _, ...rest } = card;
    return { card: rest, model };
  }
  return null;
}
