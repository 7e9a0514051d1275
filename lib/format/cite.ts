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

/** Ready-made citations of a product page. The year is that of the prices; the page was read on the record's day. */
export function citations(record: PricingRecord): Citation[] {
  const { slug, name, source, asOf, links, verification } = record;
  const title = `${name} pricing`;
  const { page } = links;
  const { observedAt } = verification;
  const year = observedAt.slice(0, 4);
  const seen = formatDay(observedAt);
  return [
    { id: "markdown", label: "Markdown", text: `${record.attribution}, prices seen ${seen}` },
    {
      id: "html",
      label: "HTML",
      text: `<a href="${escapeHtml(page)}">${escapeHtml(title)}</a>, ${escapeHtml(source)}, prices seen ${seen}`,
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
        `  note = {Prices seen ${observedAt}, read ${asOf}}`,
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
          issued: { "date-parts": [partsOf(observedAt)] },
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
