import { type Box, isBox, type Line, linesOf, textOf } from "./boxes";
import { wordsOf } from "./languages";
import { isBadge, isTierName, nameKey } from "./names";
import { lacksPeriod, type Offer, type OfferContext, readOffer } from "./offer";
import { captionOf, type MoneyContext, readPrices } from "./price-text";
import { phraseAt } from "./qualifiers";

export interface TableTier {
  name: string;
  offer: Offer;
}

interface Cell {
  lines: Line[];
  text: string;
  isHeader: boolean;
}

const MOST_ROWS = 300;
const MOST_COLUMNS = 14;

const roleOf = (box: Box) => box.element.attribs.role ?? "";
const isTable = (box: Box) => box.tag === "table" || roleOf(box) === "table" || roleOf(box) === "grid";
const isRow = (box: Box) => box.tag === "tr" || roleOf(box) === "row";
const isCell = (box: Box) =>
  box.tag === "td" || box.tag === "th" || /^(?:cell|gridcell|columnheader|rowheader)$/.test(roleOf(box));

/** Returns the tables that contain no other table. */
export function tablesOf(all: readonly Box[]): Box[] {
  const tables = all.filter((box) => isTable(box) && !/^(?:presentation|none)$/.test(roleOf(box)) && !box.isOut);
  return tables.filter((table, index) => (tables[index + 1]?.index ?? Infinity) > table.last).slice(0, 40);
}

function inside(table: Box, test: (box: Box) => boolean): Box[] {
  const found: Box[] = [];
  const stack = table.children.filter(isBox).reverse();
  while (stack.length > 0) {
    const box = stack.pop();
    if (!box) break;
    if (box.isHidden) continue;
    if (test(box)) {
      found.push(box);
      continue;
    }
    stack.push(...box.children.filter(isBox).reverse());
  }
  return found;
}

const spanOf = (box: Box, name: string) =>
  Math.min(Math.max(Number.parseInt(box.element.attribs[name] ?? "1", 10) || 1, 1), 50);

/** Returns the table as a grid. A cell that spans several places is in each of them. */
function gridOf(table: Box): (Cell | null)[][] | null {
  const rows = inside(table, isRow);
  if (rows.length < 2 || rows.length > MOST_ROWS) return null;
  const grid: (Cell | null)[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const box of inside(row, isCell)) {
      const line = grid[y];
      if (!line) break;
      while (line[x] !== undefined) x += 1;
      const lines = linesOf([box]);
      const cell: Cell = {
        lines,
        text: lines.map((one) => one.text).join("\n"),
        isHeader: box.tag === "th" || /header$/.test(roleOf(box)),
      };
      for (let down = 0; down < spanOf(box, "rowspan") && y + down < rows.length; down += 1) {
        for (let right = 0; right < spanOf(box, "colspan"); right += 1) {
          const target = grid[y + down];
          if (target && x + right < MOST_COLUMNS + 1) target[x + right] = cell;
        }
      }
      x += 1;
    }
  }
  const width = Math.max(...grid.map((row) => row.length));
  return width >= 2 && width <= MOST_COLUMNS ? grid : null;
}

const PRICE_LABEL = new RegExp(
  `^(?:(?:list |base |starting |our |plan |subscription )?${wordsOf("price")}|monthly|annual|annually|yearly|per month|per year|/ ?mo(?:nth)?|/ ?y(?:ea)?r|billed .*|monthly billing|annual billing|${wordsOf("from")}|(?:.* )?${wordsOf("price")}(?![\\p{L}]).*)$`,
  "iu",
);
const FROM_LABEL = new RegExp(`^${wordsOf("from")}:?$`, "iu");

/** Returns the terms that a label states for the prices in its row or column. */
function assumedOf(label: string): OfferContext["assumed"] | null {
  const text = label.replace(/\n/g, " ").trim();
  if (text.length > 60 || !PRICE_LABEL.test(text)) return null;
  if (/\b(?:setup|set-up|onboarding|overage|additional|extra|add-?on|was|original|old|saving|discount)\b/i.test(text))
    return null;
  const assumed: NonNullable<OfferContext["assumed"]> = FROM_LABEL.test(text) ? { from: true } : {};
  const caption = captionOf(text.replace(/\(.*\)/, "").trim());
  if (caption === "monthly") Object.assign(assumed, { period: "month" });
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && /[\p{L}\d]/u.test(text[at - 1] ?? "")) continue;
    const phrase = phraseAt(text, at);
    if (!phrase) continue;
    if (phrase.period && phrase.period !== "other" && caption === null)
      assumed.period = assumed.period ?? phrase.period;
    if (phrase.billing) assumed.billing = phrase.billing;
    if (phrase.unit) assumed.unit = phrase.unit;
    at = phrase.end - 1;
  }
  // "Annual price": of a year, or of a month in a yearly plan? The cells must show it.
  if (caption === "annual") assumed.billing = "annual";
  if (/^(?:annual|yearly) (?:price|cost)/i.test(text)) assumed.period = undefined;
  return assumed;
}

const nameOfCell = (cell: Cell | null | undefined): string | null => {
  if (!cell) return null;
  for (const line of cell.lines) {
    if (isBadge(line.text)) continue;
    if (isTierName(line.text)) return line.text;
    const mention = readPrices(line.text)[0];
    const before = mention && mention.start > 0 ? line.text.slice(0, mention.start).replace(/[\s:–—|(-]+$/u, "") : "";
    return isTierName(before) ? before : null;
  }
  return null;
};

const withoutName = (cell: Cell, name: string): Line[] =>
  cell.lines.flatMap((line) => {
    if (isBadge(line.text) || line.text === name) return [];
    if (line.text.startsWith(name))
      return [{ ...line, text: line.text.slice(name.length).replace(/^[\s:–—|-]+/u, "") }];
    return [line];
  });

const joinOffers = (offers: Offer[]): Offer => {
  const told = offers.filter((offer) => offer.kind !== "none");
  const refused = told.find((offer) => offer.kind === "refused");
  if (refused) return refused;
  const [first, ...rest] = told;
  if (!first) return { kind: "none" };
  if (rest.length === 0) return first;
  if (first.kind === "free" && rest.every((one) => one.kind === "free")) return first;
  if (first.kind === "custom" && rest.every((one) => one.kind === "custom")) return first;
  if (told.every((one) => one.kind === "prices")) {
    const prices = told.flatMap((one) => (one.kind === "prices" ? one.prices : []));
    const isOnePerCurrency =
      new Set(prices.map((price) => price.currency)).size === prices.length &&
      new Set(prices.map(({ period, billing, unit }) => `${period} ${billing} ${unit}`)).size === 1;
    if (isOnePerCurrency)
      return { kind: "prices", prices, from: told.some((one) => one.kind === "prices" && one.from) };
    const monthly = prices.filter((price) => price.period === "month" && price.billing !== "annual");
    const annual = prices.filter((price) => price.billing === "annual");
    const [m] = monthly;
    const [a] = annual;
    const isPair = prices.length === 2 && m && a && m.currency === a.currency;
    const fits =
      isPair &&
      (a.period === "year"
        ? a.amount <= m.amount * 12 + 0.5 && a.amount >= m.amount * 4
        : a.amount <= m.amount && a.amount >= m.amount * 0.3);
    // In a table whose columns are terms, the monthly column is the price billed each month.
    if (fits)
      return {
        kind: "prices",
        prices: [
          { ...m, billing: "monthly" },
          { ...a, unit: a.unit ?? m.unit },
        ],
        from: told.some((one) => one.kind === "prices" && one.from),
      };
  }
  return { kind: "refused", why: "its row states several prices" };
};

/**
 * Reads the prices of one cell with the terms of its row and column. The neighbouring cell decides the period of an
 * annual figure without one.
 */
function offerOfCell(
  lines: Line[],
  name: string,
  money: MoneyContext,
  assumed: OfferContext["assumed"] | undefined,
  monthly: number | null,
): Offer {
  const cellLines = lines.map((line) => ({ ...line, isInList: false }));
  const offer = readOffer(cellLines, { money, name, ...(assumed ? { assumed } : {}) });
  if (offer.kind !== "refused" || assumed?.billing !== "annual" || assumed.period || monthly === null) return offer;
  const asYear = readOffer(cellLines, { money, name, assumed: { ...assumed, period: "year" } });
  if (asYear.kind !== "prices") return offer;
  const ratio = (asYear.prices[0]?.amount ?? 0) / monthly;
  if (ratio >= 6 && ratio < 12.01) return asYear;
  if (ratio >= 0.3 && ratio <= 1)
    return readOffer(cellLines, { money, name, assumed: { ...assumed, period: "month" } });
  return offer;
}

const amountOf = (offer: Offer | undefined): number | null =>
  offer?.kind === "prices" && offer.prices[0]?.period === "month" ? offer.prices[0].amount : null;

/**
 * Reads tiers from a table whose columns are tiers: named in its head, with prices there or in a row labelled as such.
 */
function byColumn(grid: (Cell | null)[][], money: MoneyContext, stated: OfferContext["assumed"]): TableTier[] | null {
  const [head] = grid;
  if (!head) return null;
  const names = head.map((cell, x) =>
    x === 0 && grid.slice(1).some((row) => row[0] && row[0] !== cell && !nameOfCell(row[0])) ? null : nameOfCell(cell),
  );
  const start =
    names[0] === null ||
    assumedOf(head[0]?.text ?? "") !== null ||
    grid.slice(1).some((row) => assumedOf(row[0]?.text ?? "") !== null) ||
    /^(?:features?|plans?|)$/i.test(head[0]?.text ?? "")
      ? 1
      : 0;
  const columns = names.map((name, x) => ({ name, x })).filter(({ name, x }) => x >= start && name !== null);
  if (columns.length < 2 || columns.length < head.length - start) return null;
  if (new Set(columns.map(({ name }) => nameKey(name ?? ""))).size !== columns.length) return null;
  const rows = grid.slice(1).flatMap((row) => {
    const label = start === 1 ? (row[0]?.text ?? "") : "";
    const assumed = start === 0 ? {} : label.trim() === "" ? null : assumedOf(label);
    return assumed ? [{ row, assumed }] : [];
  });
  const tiers = columns.map(({ name, x }): TableTier => {
    const tier = name ?? "";
    const inHead = head[x] ? readOffer(withoutName(head[x], tier), { money, name: tier }) : ({ kind: "none" } as const);
    if (inHead.kind !== "none") return { name: tier, offer: inHead };
    const offers: Offer[] = [];
    let monthly: number | null = null;
    for (const { row, assumed } of start === 0 ? rows.slice(0, 1) : rows) {
      const cell = row[x];
      if (!cell || cell.text.trim() === "") continue;
      const offer = offerOfCell(cell.lines, tier, money, { ...stated, ...assumed }, monthly);
      monthly = amountOf(offer) ?? monthly;
      offers.push(offer);
    }
    return { name: tier, offer: joinOffers(offers) };
  });
  return tiers.some(({ offer }) => offer.kind === "prices" || lacksPeriod(offer)) ? tiers : null;
}

/** A column with the prices of one country or one currency. */
const REGION =
  /^(?:US|USA|UK|EU|United States|United Kingdom|Europe|Eurozone|Canada|Australia|India|Japan|Switzerland|(?:in )?(?:USD|EUR|GBP|CAD|AUD|INR|JPY|CHF|SEK|NOK|DKK)|US dollars?|Euros?|Pounds?|[$€£](?: ?\(?[A-Z]{3}\)?)?)$/i;

/** Reads tiers from a table whose rows are tiers. */
function byRow(grid: (Cell | null)[][], money: MoneyContext, stated: OfferContext["assumed"]): TableTier[] | null {
  const [head, ...body] = grid;
  if (!head || body.length < 1) return null;
  const labels = head.map((cell) => cell?.text ?? "");
  const assumedOfColumn = (label: string) => assumedOf(label) ?? (REGION.test(label.trim()) ? {} : null);
  const hasHead = labels.some((label, x) => x > 0 && assumedOfColumn(label) !== null);
  const priced = labels
    .map((label, x) => ({ x, assumed: x === 0 ? null : assumedOfColumn(label) }))
    .filter(({ assumed }) => assumed !== null);
  if (!hasHead) return null;
  const named = body.map((row) => ({ row, name: nameOfCell(row[0]) }));
  if (named.some(({ name }) => name === null)) return null;
  if (new Set(named.map(({ name }) => nameKey(name ?? ""))).size !== named.length) return null;
  if (
    !/^(?:plans?|tiers?|name|packages?|editions?|products?|subscription|tarife?|plan|formule|offre|)$/i.test(
      (labels[0] ?? "").trim(),
    )
  )
    return null;
  const tiers = named.map(({ row, name }): TableTier => {
    const offers: Offer[] = [];
    let monthly: number | null = null;
    for (const { x, assumed } of priced) {
      const cell = row[x];
      if (!cell || cell.text.trim() === "" || /^[-–—]$/.test(cell.text.trim())) continue;
      const offer = offerOfCell(cell.lines, name ?? "", money, { ...stated, ...assumed }, monthly);
      monthly = amountOf(offer) ?? monthly;
      offers.push(offer);
    }
    return { name: name ?? "", offer: joinOffers(offers) };
  });
  return tiers.some(({ offer }) => offer.kind === "prices" || lacksPeriod(offer)) ? tiers : null;
}

export function readTable(table: Box, money: MoneyContext, stated?: OfferContext["assumed"]): TableTier[] | null {
  const grid = gridOf(table);
  // The date decides which of two prices applies.
  if (
    grid &&
    [...(grid[0] ?? []), ...grid.map((row) => row[0])].some(
      (cell) =>
        cell &&
        /\b(?:old|new|previous|former|current|until|before|after|as of) (?:price|cost|rate)|(?:price|cost) (?:until|from|as of|before|after)\b/i.test(
          cell.text,
        ),
    )
  )
    return null;
  return grid && (byColumn(grid, money, stated) ?? byRow(grid, money, stated));
}

export const captionOfTable = (table: Box): string => {
  const caption = table.children.filter(isBox).find((box) => box.tag === "caption");
  return caption ? textOf(caption) : (table.element.attribs["aria-label"] ?? "");
};
