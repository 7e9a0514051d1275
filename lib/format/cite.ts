import type { PricingRecord } from "@/lib/schemas/record";
import { formatDay } from "./dates";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Ready-made citations of a product page. */
export function citations(record: PricingRecord): { label: string; text: string }[] {
  const title = `${record.name} pricing`;
  const { page } = record.links;
  const seen = formatDay(record.verification.observedAt);
  return [
    { label: "Markdown", text: record.attribution },
    { label: "HTML", text: `<a href="${escapeHtml(page)}">${escapeHtml(title)}</a>, ${escapeHtml(record.source)}` },
    { label: "Plain text", text: `${record.source}, “${title}”, prices seen ${seen}. ${page}` },
  ];
}
