import type { Extraction, ReadPrice, ReadTier } from "../types";
import type { ExpectedPrice, ExpectedTier, Fixture, StatedPrice } from "./fixture";

/** Required share of correct prices among accepted ones. */
export const PRECISION_BAR = 1;
/** Required share of the readable pages, and of the prices on them. Must be exceeded. */
export const RECALL_BAR = 0.9;

export interface PageScore {
  id: string;
  rung: Fixture["rung"];
  traps: readonly string[];
  /** Null: both reading nothing and a correct reading are right. */
  readable: boolean | null;
  /** It was read completely and without errors. */
  read: boolean;
  /** Number of accepted prices, and of prices on the page that a reading must have. */
  accepted: number;
  expected: number;
  found: number;
  /** Accepted prices that the page does not state. */
  wrong: readonly string[];
  missed: readonly string[];
  refusals: readonly string[];
}

/** Scores one page's reading against that of a careful person. */
export function scorePage({ id, rung, traps, expected }: Fixture, { reading, refusals }: Extraction): PageScore {
  const told = "tiers" in expected ? expected.tiers : [];
  const readable = "nothing" in expected ? false : expected.orNothing ? null : true;
  const tiers = reading?.tiers ?? [];
  const wrong: string[] = [];
  const missed: string[] = [];
  const taken = new Map<ExpectedTier, ReadTier>();
  for (const tier of tiers) {
    const match = told.find((one) => sameName(one.name, tier.name));
    if (!match) wrong.push(`a tier “${tier.name}” ${pricesOf(tier.prices)}`);
    else if (taken.has(match)) wrong.push(`the tier “${tier.name}” twice`);
    else {
      taken.set(match, tier);
      wrong.push(...faultsOf(tier, match));
    }
  }
  let found = 0;
  const required = told.filter(({ optional }) => !optional);
  for (const tier of required) {
    const got = taken.get(tier);
    if (!got) missed.push(`the tier “${tier.name}”`);
    for (const price of tier.prices) {
      if (price.optional) continue;
      if (got?.prices.some((one) => states(price, one))) found += 1;
      else missed.push(`${tier.name}: ${price.anyOf.map(priceOf).join(" or ")}`);
    }
  }
  return {
    id,
    rung,
    traps,
    readable,
    read: reading !== null && wrong.length === 0 && missed.length === 0,
    accepted: tiers.reduce((sum, { prices }) => sum + prices.length, 0),
    // On pages that may stay unread, prices count only if the page was read.
    expected:
      readable === true || reading ? required.flatMap(({ prices }) => prices.filter((one) => !one.optional)).length : 0,
    found,
    wrong,
    missed: readable === true || reading ? missed : [],
    refusals: refusals.map(({ extractor, what, why }) => `${extractor}: ${what}: ${why}`),
  };
}

function faultsOf(tier: ReadTier, told: ExpectedTier): string[] {
  const faults: string[] = [];
  if (tier.status !== told.status) faults.push(`${tier.name}: ${tier.status} for ${told.status}`);
  if ((tier.startingPrice ?? false) !== (told.startingPrice ?? false))
    faults.push(`${tier.name}: “from” is not told apart`);
  for (const price of tier.prices) {
    if (!told.prices.some((one) => states(one, price)))
      faults.push(`${tier.name}: ${priceOf(price)} (“${price.text}”)`);
  }
  return faults;
}

function sameName(told: string, read: string): boolean {
  const plain = (name: string) => name.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
  return plain(told) === plain(read);
}

function states({ anyOf }: ExpectedPrice, read: ReadPrice): boolean {
  return anyOf.some((told) => isSame(told, read));
}

function isSame(told: StatedPrice, read: ReadPrice): boolean {
  if (told.amount !== read.amount) return false;
  // A price of 0 is the same in any unit.
  if (told.amount === 0) return true;
  // A yearly price is billed once a year, even if the page does not say so.
  const billing = (price: StatedPrice) => price.billing ?? (price.period === "year" ? "annual" : null);
  return (
    told.currency === read.currency &&
    told.period === read.period &&
    (told.unit ?? "").toLowerCase() === (read.unit ?? "").toLowerCase() &&
    billing(told) === billing(read)
  );
}

function pricesOf(prices: readonly ReadPrice[]): string {
  return prices.length === 0 ? "without a price" : `at ${prices.map(priceOf).join(", ")}`;
}

function priceOf({ amount, currency, period, unit, billing }: StatedPrice): string {
  return `${amount} ${currency} a ${period}${unit ? ` per ${unit}` : ""}${billing ? `, billed ${billing}` : ""}`;
}

export interface Score {
  pages: number;
  accepted: number;
  wrong: number;
  /** 1 if no price was accepted. */
  precision: number;
  /** Share of readable pages that were read completely and without errors. */
  pageRecall: number;
  /** Share of prices on pages that are readable, or were read. */
  priceRecall: number;
  passes: boolean;
}

export function total(pages: readonly PageScore[]): Score {
  const sum = (of: (page: PageScore) => number) => pages.reduce((all, page) => all + of(page), 0);
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const accepted = sum((page) => page.accepted);
  const wrong = sum((page) => page.wrong.length);
  const readable = pages.filter((page) => page.readable);
  const precision = wrong === 0 ? 1 : Math.max(0, 1 - share(wrong, Math.max(accepted, wrong)));
  const pageRecall = share(readable.filter(({ read }) => read).length, readable.length);
  const priceRecall = share(
    sum((page) => page.found),
    sum((page) => page.expected),
  );
  return {
    pages: pages.length,
    accepted,
    wrong,
    precision,
    pageRecall,
    priceRecall,
    passes: precision >= PRECISION_BAR && pageRecall > RECALL_BAR && priceRecall > RECALL_BAR,
  };
}

/** Returns the scores of all pages, of each rung and of each trap, and all errors, as lines for a terminal. */
export function scoreReport(pages: readonly PageScore[]): string[] {
  const traps = [...new Set(pages.flatMap((page) => page.traps))].sort();
  const rungs = [...new Set(pages.map(({ rung }) => rung))];
  const row = (name: string, some: readonly PageScore[]) => {
    const { accepted, wrong, priceRecall } = total(some);
    const readable = some.filter((page) => page.readable);
    const read = readable.filter((page) => page.read).length;
    return [name, some.length, `${read}/${readable.length}`, accepted, wrong, percent(priceRecall)].map(String);
  };
  const rows = [
    ["", "pages", "read", "prices", "wrong", "recall"],
    ...rungs.map((rung) =>
      row(
        rung ?? "not readable",
        pages.filter((page) => page.rung === rung),
      ),
    ),
    ...traps.map((trap) =>
      row(
        `  ${trap}`,
        pages.filter((page) => page.traps.includes(trap)),
      ),
    ),
    row("all", pages),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  const faults = pages.flatMap(({ id, wrong, missed, refusals }) =>
    wrong.length + missed.length === 0
      ? []
      : [
          id,
          ...wrong.map((line) => `  wrong: ${line}`),
          ...missed.map((line) => `  missed: ${line}`),
          ...refusals.map((line) => `  refused: ${line}`),
        ],
  );
  const { precision, pageRecall, priceRecall, passes } = total(pages);
  return [
    ...table,
    "",
    ...faults,
    ...(faults.length > 0 ? [""] : []),
    `precision of accepted prices ${percent(precision)} (must be ${percent(PRECISION_BAR)})`,
    `recall of readable pages ${percent(pageRecall)}, of their prices ${percent(priceRecall)} (must be above ${percent(RECALL_BAR)})`,
    passes ? "passed" : "not passed",
  ];
}

/** Rounds down, so that a missed bar never looks met. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
