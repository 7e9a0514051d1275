import { addDays } from "@/lib/catalog/day";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import type { Day } from "@/lib/schemas/primitives";
import type { UsageModel } from "@/lib/schemas/record";
import { confirmations, isGeneral } from "./card-order";
import { FAMILIES, type Family, familyOf, placeOf } from "./families";
import type { Card, Offer } from "./market";
import { modelKey } from "./model-key";
import { standingModels } from "./standing";

export const FLAGSHIPS = {
  /** About as many as fit on a screen. */
  count: 14,
  mostOfAFamily: 2,
  /** Prominence of the maker's card: see lib/catalog/prominence.ts. */
  prominence: 40,
  minimumContext: 128_000,
  /** A source must have listed the model first within this many days before the day. */
  newForDays: 548,
} as const;

const MAX_LINES = 8;
/** A quarter of a family's cards must sell a line, unless the line is new. */
const LEAST_SHARE = 4;
const NEW_LINE_DAYS = 183;

/** For readers; the rule is flagshipsOf(). */
export const FLAGSHIP_RULE =
  "Flagship models are on their own maker’s rate card, are neither deprecated nor retired, are priced by the maker’s own page or by two sources, have no stated context window below 128K tokens, and were first listed within 18 months. Only the newest version of each line, such as Claude Sonnet, counts. The line of each well-known maker that is on the most rate cards comes first, then second lines that are on at least half as many, up to fourteen.";

/** A price below this confidence rests on one source: see lib/catalog/confidence.ts. */
const SURE = 0.8;

/** A card with its product's prominence; 0 if unknown. */
export type KnownCard = Card & { prominence?: number };

export interface Placed extends Offer {
  key: string;
  family: Family | null;
  line: string;
  version: number | null;
}

/** One model and its offers: only the maker's offer if the maker sells the model. */
export interface Choice {
  key: string;
  family: Family | null;
  line: string;
  version: number | null;
  offers: readonly Offer[];
  direct: boolean;
  /** Number of rate cards that list a model of its line. */
  sellers: number;
}

export interface Lineup {
  family: Family;
  /** The family's name, with its newest generation if those are numbered. */
  name: string;
  /** The newest of each line, the line on the most cards first. */
  choices: readonly Choice[];
  /** Number of rate cards that list a model of the family. */
  sellers: number;
}

export interface Survey {
  /** Every current model on a card. */
  standing: readonly Placed[];
  /** Models on makers' own cards that are no longer current. */
  past: readonly Placed[];
  /** Families with a current model, in the order of FAMILIES. */
  lineups: readonly Lineup[];
  flagships: readonly Choice[];
}

/** Groups the models of all cards on a day by family and line. Computed once for an edition and day. */
export function surveyOf(cards: readonly KnownCard[], day: Day): Survey {
  const standing: Placed[] = [];
  const past: Placed[] = [];
  const prominence = new Map(cards.map((card) => [card.slug, card.prominence ?? 0]));
  for (const { models, ...card } of cards) {
    const place = (model: UsageModel): Placed => ({
      card,
      model,
      key: modelKey(model.model),
      family: familyOf(model.model),
      ...placeOf(model),
    });
    const now = standingModels(models, { day, withPast: false });
    standing.push(...now.models.map(place));
    if (isMaker(card.slug))
      past.push(...now.notRanked.filter(({ reason }) => reason !== "variant").map(({ model }) => place(model)));
  }
  const lineups = FAMILIES.flatMap((family) => lineupOf(family, standing, day));
  return { standing, past, lineups, flagships: flagshipsOf(lineups, prominence) };
}

export function isMaker(card: string): boolean {
  return FAMILIES.some(({ cards }) => cards.includes(card));
}

export function isDirect({ family, card }: Placed): boolean {
  return family?.cards.includes(card.slug) ?? false;
}

const cardsOf = (offers: readonly Offer[]) => new Set(offers.map(({ card }) => card.slug)).size;

function lineupOf(family: Family, standing: readonly Placed[], day: Day): Lineup[] {
  const own = standing.filter((placed) => placed.family === family);
  const direct = own.filter(({ card }) => family.cards.includes(card.slug));
  const pool = direct.length > 0 ? direct : own;
  const recent = isRecent(pool, addDays(day, -FLAGSHIPS.newForDays));
  const [current = []] = [newestOfLines(pool.filter(recent), own), newestOfLines(pool, own)].filter(
    ({ length }) => length > 0,
  );
  const newest = Math.max(...current.map(({ version }) => version ?? 0));
  // "Claude 2" is not a separate line from Sonnet 5: the plain name is no longer used.
  const sellers = cardsOf(own);
  const brandNew = addDays(day, -NEW_LINE_DAYS);
  const isSold = (choice: Choice) =>
    LEAST_SHARE * choice.sellers >= sellers ||
    (choice.direct && choice.offers.some(({ model }) => model.knownSince >= brandNew));
  const choices = current
    .filter(
      ({ line, version, direct }) =>
        !direct || (line !== family.id && !family.numbered) || Math.floor(version ?? 0) >= Math.floor(newest),
    )
    .filter((choice, index) => index === 0 || isSold(choice))
    .slice(0, MAX_LINES);
  const name = family.numbered ? `${family.name}-${Math.floor(newest)}.x` : family.name;
  return choices.length === 0 ? [] : [{ family, name, choices, sellers }];
}

/**
 * Returns a test for models first listed since that day. An id that moves between versions is as new as its version's
 * ids.
 */
function isRecent(pool: readonly Placed[], since: Day): (placed: Placed) => boolean {
  const versionOf = ({ card, line, version }: Placed) => `${card.slug} ${line} ${version}`;
  const listed = new Map<string, Day>();
  for (const placed of pool) {
    const at = versionOf(placed);
    const { knownSince } = placed.model;
    if (knownSince > (listed.get(at) ?? "")) listed.set(at, knownSince);
  }
  return (placed) => (listed.get(versionOf(placed)) ?? "") >= since;
}

/** Returns the newest well-confirmed version of each line, with the best-confirmed id of that version. */
export function newestOfLines(pool: readonly Placed[], everywhere: readonly Placed[]): Choice[] {
  const general = pool.filter(({ model }) => isGeneral(model));
  const best = new Map<string, number>();
  for (const { card, model } of general) {
    best.set(card.slug, Math.max(best.get(card.slug) ?? 0, confirmations(model)));
  }
  const known = general.filter(
    ({ card, model }) => model.confidence >= SURE || confirmations(model) >= Math.min(best.get(card.slug) ?? 0, 2),
  );
  const sold = groupBy(everywhere, ({ line }) => line);
  const offered = new Map([...groupBy(pool, ({ key }) => key)].map(([key, placed]) => [key, placed.length]));
  const order = (a: Placed, b: Placed) =>
    (b.version ?? -1) - (a.version ?? -1) || (offered.get(b.key) ?? 0) - (offered.get(a.key) ?? 0) || newerFirst(a, b);
  return [...groupBy(known, ({ line }) => line)]
    .flatMap(([line, models]) => {
      const [newest] = [...models].sort(models.some(isDirect) ? newerFirst : order);
      return newest ? [choiceOf(newest, pool, cardsOf(sold.get(line) ?? models))] : [];
    })
    .sort((a, b) => b.sellers - a.sellers || compareText(a.key, b.key));
}

/** Returns the maker's offer if there is one, otherwise all offers. */
export function choiceOf(placed: Placed, pool: readonly Placed[], sellers: number): Choice {
  const { key, family, line, version, card, model } = placed;
  const direct = isDirect(placed);
  const offers = direct ? [{ card, model }] : pool.filter((other) => other.key === key);
  return { key, family, line, version, offers, direct, sellers };
}

export function newerFirst(a: Placed, b: Placed): number {
  return (
    (b.version ?? -1) - (a.version ?? -1) ||
    confirmations(b.model) - confirmations(a.model) ||
    compareText(b.model.knownSince, a.model.knownSince) ||
    a.model.model.length - b.model.model.length ||
    compareText(a.model.model, b.model.model)
  );
}

/**
 * Returns the context window or, if no source states it, the longest prompt that has a price of its own. Without
 * either, no limit is known.
 */
function leastContext({ contextWindow, meters }: Offer["model"]): number {
  const longest = Math.max(0, ...meters.flatMap(({ prices }) => prices.map(({ from }) => from)));
  return contextWindow ?? (longest > 0 ? longest : Infinity);
}

/** See FLAGSHIP_RULE. */
function flagshipsOf(lineups: readonly Lineup[], prominence: ReadonlyMap<string, number>): Choice[] {
  const ranked = lineups.flatMap(({ family, choices, sellers }) => {
    const known = Math.max(0, ...family.cards.map((slug) => prominence.get(slug) ?? 0));
    if (known < FLAGSHIPS.prominence) return [];
    return choices
      .filter(
        ({ direct, offers: [offer] }) => direct && (offer ? leastContext(offer.model) : 0) >= FLAGSHIPS.minimumContext,
      )
      .filter((choice, index) => index === 0 || 2 * choice.sellers >= sellers)
      .slice(0, FLAGSHIPS.mostOfAFamily)
      .map((choice, round) => ({ choice, round, known }));
  });
  return ranked
    .sort(
      (a, b) =>
        a.round - b.round ||
        b.known - a.known ||
        b.choice.sellers - a.choice.sellers ||
        compareText(a.choice.key, b.choice.key),
    )
    .slice(0, FLAGSHIPS.count)
    .map(({ choice }) => choice);
}
