import type { Evidence, Tier } from "@/lib/schemas/record";

const STATED = /\bannual billing costs about (\d+(?:\.\d+)?)% less\b/;

/** Returns the evidence note for a source's rounded saving with annual billing. */
export function annualSavingNote(percent: number): string {
  return `The model says that annual billing costs about ${percent}% less, rounded; those prices are not shown.`;
}

/**
 * Returns the percentage that a source of the tier states as the saving with annual billing, if it gives no annual
 * price.
 */
export function annualSavingIn(
  { evidence: ids }: Pick<Tier, "evidence">,
  evidence: readonly Pick<Evidence, "id" | "note">[],
): number | null {
  const notes = evidence.flatMap(({ id, note }) => (ids.includes(id) && note ? [note] : []));
  const found = notes.flatMap((note) => STATED.exec(note)?.[1] ?? []);
  return found.length > 0 ? Number(found[0]) : null;
}
