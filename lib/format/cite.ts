import type { PricingRecord } from "@/lib/schemas/record";
import { formatDay } from "./dates";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const TEX: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function escapeTex(text: string): string {
  return text.replace(/[\\{}$&#_%~^]/g, (char) => TEX[char] ?? `\\${char}`);
}

export type Citation = { id: string; label: string; text: string };

/**
 * Returns ready-made citations of a product page. With a price, day and year are those of its reading. Without one,
 * the citation has the day of the page and no price.
 */
export function citations(record: PricingRecord): Citation[] {
  const { slug, name, source, asOf, links, verification } = record;
  const title = `${name} pricing`;
  const { page } = links;
  const { observedAt } = verification;
  const isPriced = verification.confidence !== null;
  const year = (isPriced ? observedAt : asOf).slice(0, 4);
  const seen = isPriced ? `prices checked ${formatDay(observedAt)}` : `page accessed ${formatDay(asOf)}`;
  return [
    { id: "markdown", label: "Markdown", text: `${record.attribution}, ${seen}` },
    {
      id: "html",
      label: "HTML",
      text: `<a href="${escapeHtml(page)}">${escapeHtml(title)}</a>, ${escapeHtml(source)}, ${seen}`,
    },
    {
      id: "bibtex",
      label: "BibTeX",
      text: [
        `@misc{${slug.replace(/[^a-z0-9]/g, "")}pricing${year},`,
        `  title = {{${escapeTex(title)}}},`,
        `  author = {{${escapeTex(source)}}},`,
        `  year = {${year}},`,
        `  howpublished = {\\url{${page}}},`,
        `  note = {${isPriced ? `Prices checked ${observedAt}, accessed` : "Accessed"} ${asOf}}`,
        "}",
      ].join("\n"),
    },
    {
      id: "json",
      label: "JSON (CSL)",
      text: JSON.stringify(
        {
          id: `${slug}-pricing`,
          type: "webpage",
          title,
          "container-title": source,
          author: [{ literal: source }],
          URL: page,
          ...(isPriced && { issued: { "date-parts": [partsOf(observedAt)] } }),
          accessed: { "date-parts": [partsOf(asOf)] },
        },
        null,
        2,
      ).replace(/\[[\s\d,[\]]+\]/g, (days) => days.replace(/\s+/g, "")),
    },
  ];
}

function partsOf(day: string): number[] {
  return day.split("-").map(Number);
}
