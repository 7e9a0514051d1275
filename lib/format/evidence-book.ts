import type { Evidence } from "@/lib/schemas/record";
import type { NumberedEvidence } from "./evidence";

/** Evidence numbered in the order in which it is cited; what is not cited is left out. */
export function citedEvidence(entries: readonly Evidence[], cited: readonly string[]): Map<string, NumberedEvidence> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const book = new Map<string, NumberedEvidence>();
  for (const id of cited) {
    const entry = byId.get(id);
    if (entry && !book.has(id)) book.set(id, { number: book.size + 1, entry });
  }
  return book;
}
