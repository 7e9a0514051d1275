import type { Evidence } from "@/lib/schemas/record";
import type { NumberedEvidence } from "./evidence";

/** Numbers evidence in the order of citation; leaves out evidence without a citation. */
export function citedEvidence(entries: readonly Evidence[], cited: readonly string[]): Map<string, NumberedEvidence> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const book = new Map<string, NumberedEvidence>();
  for (const id of cited) {
    const entry = byId.get(id);
    if (entry && !book.has(id)) book.set(id, { number: book.size + 1, entry });
  }
  return book;
}
