import type { Evidence, Tier } from "@/lib/schemas/record";

const STATED = /\bannual billing costs about (\d+(?:\.\d+)?)% less\b/;

/** What a source says in round figures of annual billing, as a note of its evidence. */
export function annualSavingNote(percent: number): string {
  return `The model says that annual billing costs about ${percent}% less, rounded; those prices are not shown.`;
}

/** The percent that a source of the tier says annual billing costs less, where it gives no such price. */
export function annualSavingIn(
  { evidence: ids }: Pick<Tier, "evidence">,
  evidence: readonly Pick<Evidence, "id" | "note">[],
): number | null {
  const notes = evidence.flatMap(({ id, note }) => (ids.includes(id) && note ? [note] : []));
  const found = notes.flatMap((note) => STATED.exec(note)?.[1] ?? []);
  return found.length > 0 ? Number(found[0]) : null;
}
