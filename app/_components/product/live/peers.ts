import { type Verdict, whoText, yearText } from "@/lib/format/verdict";
import { alikeQuestion, type CountedUnit } from "@/lib/tco/counted";

const QUIET_MS = 400;

type PricedItem = { slug: string } & Parameters<typeof yearText>[0];

let last = new AbortController();

/** Prices other products for the count of a verdict. A newer count cancels the request. */
export async function askPeers(slugs: readonly string[], unit: CountedUnit, verdict: Verdict): Promise<void> {
  last.abort();
  const current = new AbortController();
  last = current;
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const { count } = verdict;
  if (current.signal.aborted || !count || slugs.length === 0) return;
  try {
    const response = await fetch("/api/v2/tco", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(alikeQuestion(slugs, unit, count.quantity)),
      signal: current.signal,
    });
    if (!response.ok) return;
    const { items } = await response.json();
    const texts = new Map((items as PricedItem[]).map((item) => [item.slug, yearText(item)]));
    // The server rendered these cells, and React does not render them again.
    for (const cell of document.querySelectorAll<HTMLElement>("[data-year]")) {
      cell.textContent = texts.get(cell.dataset.year ?? "") ?? cell.textContent;
    }
    for (const place of document.querySelectorAll("[data-who]")) place.textContent = whoText(count);
  } catch {
    // The column keeps its figures and the count that they are for.
  }
}
