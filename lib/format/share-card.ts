import type { CategoryMedian } from "@/lib/catalog/peers";
import { layoutStrip, type Strip, type StripItem } from "@/lib/chart/strip";
import type { PricingRecord } from "@/lib/schemas/record";
import { datedWords } from "./age";
import { answerOf, unrestricted } from "./answer";
import { formatMoney } from "./money";
import { axisTiers, confidenceText } from "./price";
import { productVerdict } from "./product-verdict";
import { whoText } from "./verdict";
import { capitalised, unitWords } from "./words";

export const CARD = { width: 1200, height: 630, margin: 64 };
const STRIP = { width: CARD.width - 2 * CARD.margin, fontSize: 22, maxLanes: 3 };
const TITLE_SIZES = [84, 72, 60, 50];
const TITLE_LINES = 2;
const PRICE_SIZES = [52, 44, 36, 30];
/** Widths in em of Inter at 600, rounded up: text cut too early is short, text cut too late is unreadable. */
const EMS: readonly [RegExp, number][] = [
  [/[ijlI.,:;'’|!]/, 0.31],
  [/[ ftr()[\]/-]/, 0.42],
  [/[mwMW@%]/, 0.95],
  [/[A-Z–—…&]/, 0.74],
];
const EM = 0.64;

/**
 * Matches characters that the card's fonts lack. They have Latin with its extensions, punctuation and currency signs.
 */
const UNWRITABLE = /[^\u0020-\u02BA\u1E00-\u1EFF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2122\u2212]/gu;

/** Removes characters that no font here can draw. Returns `instead` if no letters or digits are left. */
export function writable(text: string, instead: string): string {
  const kept = text.normalize("NFC").replace(UNWRITABLE, "").replace(/\s+/g, " ").replace(/\(\s+/g, "(").trim();
  return /[\p{L}\p{N}]/u.test(kept) ? kept : instead;
}

function emsOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (EMS.find(([kind]) => kind.test(letter))?.[1] ?? EM), 0);
}

/**
 * Returns the largest of `sizes` at which the text fits the number of lines, and the text, cut if it fits at no size.
 */
function fitted(text: string, sizes: readonly number[], lines: number): { text: string; size: number } {
  // A line that breaks between words is not completely filled.
  const room = STRIP.width * (lines === 1 ? 1 : lines * 0.85);
  const size = sizes.find((candidate) => emsOf(text) * candidate <= room);
  if (size !== undefined) return { text, size };
  const smallest = sizes.at(-1) ?? 1;
  const letters = [...text];
  while (letters.length > 0 && emsOf(`${letters.join("")}…`) * smallest > room) letters.pop();
  return { text: `${letters.join("").trimEnd()}…`, size: smallest };
}

export type ShareCard = {
  title: { text: string; size: number };
  price: { text: string; size: number };
  facts: string[];
  category: string;
  strip: Strip | null;
  stripNote: string;
  currency: string | null;
};

/**
 * Returns the text and graphics of a product's share image, optionally for a count. Restricted groups are left out,
 * because an image travels without its label.
 */
export function shareCard(
  record: PricingRecord,
  median: CategoryMedian | null,
  count: number | null = null,
): ShareCard {
  const answer = answerOf(unrestricted(record));
  const verdict = count === null ? null : productVerdict(unrestricted(record), count);
  const year = verdict?.count && verdict.total !== null ? { ...verdict, count: verdict.count } : null;
  const { currency, unit } = record.priceRange;
  const strip = stripOf(record, median);
  const per = unit ? unitWords(unit) : "";
  return {
    title: fitted(`${writable(record.name, record.slug)} pricing`, TITLE_SIZES, TITLE_LINES),
    price: fitted(
      writable(year ? capitalised(`${year.figure} for ${whoText(year.count)}`) : answer.brief, ""),
      PRICE_SIZES,
      1,
    ),
    facts: [
      ...(year ? [year.how] : [answer.billing, answer.yearly, answer.free]),
      datedWords(year?.age ?? answer.age, answer.verb),
      `confidence ${confidenceText(record.verification)}`,
    ].filter((fact) => fact !== null),
    category: writable(record.category.name, record.category.slug),
    strip,
    stripNote:
      strip?.median && median
        ? `Tiers ${per}. Tick mark: median of ${median.products} products in ${writable(record.category.name, record.category.slug)}, ${formatMoney(median.value, currency)}`
        : `Tiers ${per}`.trim(),
    currency,
  };
}

function stripOf(record: PricingRecord, median: CategoryMedian | null): Strip | null {
  const items = axisTiers(record).map(({ tier, value }): StripItem => {
    const free = tier.name.toLowerCase() === "free" ? "" : "free";
    return { label: writable(tier.name, tier.id), figure: value > 0 ? formatMoney(value, tier.currency) : free, value };
  });
  if (new Set(items.map(({ value }) => value)).size < 2) return null;
  return layoutStrip(items, { ...STRIP, tickCount: 5, median: median?.value ?? null });
}
