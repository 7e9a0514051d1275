import { processWide } from "@/lib/access/process-wide";
import { groupBy } from "@/lib/catalog/ledger";
import { spelledAlike } from "@/lib/catalog/spelling";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import { FAMILIES, type Family, familyNamed } from "./families";
import { formsOf, MODEL_LIKENESS, modelNamed, nearestModels, wordForm } from "./find-model";
import { type Choice, choiceOf, isDirect, newerFirst, newestOfLines, type Placed, type Survey } from "./flagships";
import { modelKey } from "./model-key";

/** The meaning of one name. */
export interface NamedModels {
  name: string;
  /** The family with this name: the choices are its newest lines. */
  family: Family | null;
  choices: readonly Choice[];
  /** Possible meanings, if no model has this name. */
  suggestions: readonly string[];
}

export interface Chosen {
  choices: readonly Choice[];
  named: readonly NamedModels[];
  /** The request chooses no model: the flagships are shown. */
  isDefault: boolean;
}

const MAX_OF_A_NAME = 8;
const MAX_SUGGESTIONS = 3;
/** Unknown names that get suggestions. */
const MAX_SUGGESTED_FOR = 3;

/**
 * Returns the models of a question without duplicates: from its families, its names and its plotted models; otherwise
 * the flagships.
 */
export function chosenModels(
  survey: Survey,
  { names, families, plotted }: { names: readonly string[]; families: readonly string[]; plotted: readonly string[] },
): Chosen {
  let unknown = 0;
  const named = names.map((name) => {
    const models = modelsNamed(survey, name, { suggest: unknown < MAX_SUGGESTED_FOR });
    if (models.choices.length === 0) unknown += 1;
    return models;
  });
  const ofFamilies = survey.lineups.filter(({ family }) => families.includes(family.id));
  const asked = [...ofFamilies.flatMap(({ choices }) => choices), ...named.flatMap(({ choices }) => choices)];
  const isDefault = asked.length === 0;
  const drawn = plotted.flatMap((id) => drawnModel(survey, id) ?? []);
  const all = [...(isDefault ? survey.flagships : asked), ...drawn];
  return { choices: onceEach(all), named, isDefault };
}

function onceEach(choices: readonly Choice[]): Choice[] {
  return [...new Map([...choices].reverse().map((choice) => [choice.key, choice])).values()].reverse();
}

/**
 * Resolves a name to a family, by any of its names; else to the model of that name on a maker's card, even a past one;
 * else to the newest of each line that has every word of the name, from its maker or, if no maker sells it, from any
 * vendor.
 */
export function modelsNamed(survey: Survey, name: string, { suggest = true } = {}): NamedModels {
  const family = familyNamed(name);
  const lineup = survey.lineups.find((entry) => entry.family === family);
  if (lineup) return { name, family, choices: lineup.choices, suggestions: [] };
  const { makers, elsewhere } = poolsOf(survey);
  const found = (choices: readonly Choice[]): NamedModels => ({
    name,
    family: null,
    choices: choices.slice(0, MAX_OF_A_NAME),
    suggestions: [],
  });
  const exact = (pool: readonly Placed[]) =>
    called(pool, name).map((placed) => choiceOf(placed, survey.standing, sellersOf(survey, placed)));
  const worded = (pool: readonly Placed[]) => newestOfLines(placedByWords(pool, name), survey.standing);
  // "Mistral Large" is the newest of its line; "GPT-5" is exactly that model.
  const named = [() => exact(makers), () => exact(survey.past)];
  const ofLines = [() => worded(makers)];
  const readings = [
    ...(/\d/.test(name) ? [...named, ...ofLines] : [...ofLines, ...named]),
    () => wellKnown(worded(elsewhere)),
    () => exact(elsewhere),
  ];
  for (const read of readings) {
    const choices = read();
    if (choices.length > 0) return found(choices);
  }
  return { name, family: null, choices: [], suggestions: suggest ? suggestionsFor(survey, name) : [] };
}

/** Leaves out choices with few sellers compared with the first. */
function wellKnown(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ sellers }) => 4 * sellers >= (choices[0]?.sellers ?? 0));
}

/**
 * Returns the models of a pool that have every word of a name: each word begins one of the model's own words, and a
 * number is one of its numbers. See wordForm().
 */
function placedByWords(pool: readonly Placed[], name: string): Placed[] {
  const forms = name
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word !== "")
    .map((word) => ({
      start: `-${word}`,
      form: new RegExp(`-${wordForm(word).source}${/\d$/.test(word) ? "-" : ""}`),
    }));
  if (forms.length === 0) return [];
  // Most models lack the word: finding that out is cheaper without the pattern.
  const hasAll = (text: string) => forms.every(({ start, form }) => text.includes(start) && form.test(text));
  return wordsOf(pool).flatMap(({ placed, text }) => (hasAll(text) ? placed : []));
}

const wordsOf = processWide("model-words", () =>
  onceFor((pool: readonly Placed[]) =>
    pool.map((placed) => ({ placed, text: `-${placed.key}- -${formsOf(placed.model).ownName}-` })),
  ),
);

/** Builds the indexes in which names are looked up, so that no request has to wait for them. */
export function prepareNames(survey: Survey): void {
  modelsNamed(survey, "no model", { suggest: false });
}

const poolsOf = processWide("model-pools", () =>
  onceFor((survey: Survey) => {
    const sellers = new Map(
      [...groupBy(survey.standing, ({ family, line }) => `${family?.id} ${line}`)].map(([line, placed]) => [
        line,
        new Set(placed.map(({ card }) => card.slug)).size,
      ]),
    );
    return {
      makers: survey.standing.filter(isDirect),
      elsewhere: survey.standing.filter((placed) => !isDirect(placed)),
      sellers,
    };
  }),
);

function sellersOf(survey: Survey, { family, line }: Placed): number {
  return poolsOf(survey).sellers.get(`${family?.id} ${line}`) ?? 0;
}

/** Returns the models of a pool with their places. */
const modelsOf = processWide("pool-models", () =>
  onceFor((pool: readonly Placed[]) => {
    const placed = new Map(pool.map((one) => [one.model, one]));
    return { models: [...placed.keys()], placed };
  }),
);

/** Finds a model by name. If one model has several ids, the newest and best confirmed id counts. */
function called(pool: readonly Placed[], name: string): Placed[] {
  const { models, placed } = modelsOf(pool);
  const { candidates } = modelNamed(models, name);
  const byKey = groupBy(
    candidates.flatMap((model) => placed.get(model) ?? []),
    ({ key }) => key,
  );
  return [...byKey.values()].flatMap((ids) => [...ids].sort(newerFirst).slice(0, 1));
}

/** Finds a plotted offer by its card and id; the maker's offer if several have the id. */
function drawnModel(survey: Survey, id: string): Choice | null {
  const [, slug = "", name = ""] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
  const known = [...survey.standing, ...survey.past].filter(({ card }) => card.slug === slug);
  const placed = known.find(({ model }) => model.model === name) ?? known.find(({ key }) => key === modelKey(name));
  if (!placed) return null;
  const choice = choiceOf(placed, survey.standing, sellersOf(survey, placed));
  return choice.direct ? choice : { ...choice, offers: [{ card: placed.card, model: placed.model }] };
}

function suggestionsFor(survey: Survey, name: string): string[] {
  const key = nameKey(name);
  const families = FAMILIES.filter(({ id }) => spelledAlike(id, key) >= MODEL_LIKENESS).map((family) => family.name);
  const near = nearestModels(modelsOf(poolsOf(survey).makers).models, name, MAX_SUGGESTIONS);
  return [...new Set([...families, ...near])].slice(0, MAX_SUGGESTIONS);
}
