import type { PricingRecord } from "@/lib/schemas/record";
import { datedWords } from "./age";
import { answerOf, unrestricted } from "./answer";
import { escapeXml } from "./xml";

export const BADGE_THEMES = ["light", "dark", "auto"] as const;
export type BadgeTheme = (typeof BADGE_THEMES)[number];

export interface BadgeText {
  name: string;
  price: string;
  note: string | null;
}

/** Returns "Acme Chat", "$8.75–$15 per user per month", "checked 21 Aug 2026": an image travels without labels. */
export function badgeText(record: PricingRecord): BadgeText {
  const answer = answerOf(unrestricted(record));
  return { name: record.name, price: answer.inline, note: datedWords(answer.age, answer.verb) };
}

export function unknownBadge(slug: string, nearest: string | undefined): BadgeText {
  const name = slug.length > 40 ? `${slug.slice(0, 40)}…` : slug;
  return { name, price: "not in the catalogue", note: nearest ? `did you mean ${nearest}?` : null };
}

const INK = { paper: "#fbfbf9", raised: "#f3f3ef", ink: "#17181a", quiet: "#5a5d62", rule: "#c9c9c2" };
const PAPER = { paper: "#131416", raised: "#1c1e21", ink: "#ecebe6", quiet: "#a8a9ad", rule: "#44474c" };

const HEIGHT = 24;
const PAD = 8;
const SIZE = 11;

/** Draws a badge of one line: the product, its price, and the day of the reading. */
export function badgeSvg({ name, price, note }: BadgeText, theme: BadgeTheme): string {
  const first = widthOf(name, 1.06);
  const second = widthOf(price);
  const third = note === null ? 0 : widthOf(` · ${note}`);
  const split = first + 2 * PAD;
  const width = Math.ceil(split + second + third + 2 * PAD);
  const label = [name, price, note].filter((part) => part !== null).join(", ");
  const text = (x: number, length: number, className: string, content: string) =>
    `<text x="${x}" y="16" class="${className}" textLength="${length}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escapeXml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escapeXml(label)}"><title>${escapeXml(label)}</title><style>${styleOf(theme)}</style><rect class="p" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}"/><path class="h" d="M1 1H${split}V${HEIGHT - 1}H1Z"/><path class="r" d="M${split} 0V${HEIGHT}"/>${text(PAD, first, "n", name)}${text(split + PAD, second, "v", price)}${note === null ? "" : text(split + PAD + second, third, "q", ` · ${note}`)}</svg>
`;
}

function styleOf(theme: BadgeTheme): string {
  const colours = ({ paper, raised, ink, quiet, rule }: typeof INK) =>
    `.p{fill:${paper};stroke:${rule}}.h{fill:${raised}}.r{stroke:${rule}}.n,.v{fill:${ink}}.q{fill:${quiet}}`;
  const base = `text{font:${SIZE}px Inter,system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}.n{font-weight:600}`;
  if (theme === "dark") return base + colours(PAPER);
  const dark = theme === "auto" ? `@media(prefers-color-scheme:dark){${colours(PAPER)}}` : "";
  return base + colours(INK) + dark;
}

const NARROW = /[ijltfrI.,:;'’|!·() ]/;
const FULL = /[\u{2e80}-\u{10ffff}]/u;
const WIDE = /[mwMW@%—]/;

/** Returns the approximate width of a sans-serif text; the drawing limits each text to it. */
function widthOf(text: string, weight = 1): number {
  let em = 0;
  for (const character of text) {
    if (NARROW.test(character)) em += 0.31;
    else if (WIDE.test(character)) em += 0.86;
    else if (/[A-Z0-9$€£]/.test(character)) em += 0.64;
    else em += FULL.test(character) ? 1 : 0.555;
  }
  return Math.round(em * SIZE * weight * 10) / 10;
}
