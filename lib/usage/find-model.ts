import { distance } from "fastest-levenshtein";
import type { UsageModel } from "@/lib/schemas/record";

type Named = Pick<UsageModel, "model" | "name">;

const MAX_NAME = 120;

/** The model with this id; else, whatever the case, the one with this id or name. */
export function findModel<T extends Named>(models: readonly T[], asked: string): T | null {
  const exact = models.find(({ model }) => model === asked);
  if (exact) return exact;
  const key = asked.toLowerCase();
  for (const field of ["model", "name"] as const) {
    const alike = models.filter((entry) => entry[field].toLowerCase() === key);
    if (alike.length === 1) return alike[0] ?? null;
  }
  return null;
}

/** Ids that `asked` may have meant, best first: those that hold it, then those spelled alike. */
export function nearestModels(models: readonly Named[], asked: string, limit: number): string[] {
  const key = asked.toLowerCase().slice(0, MAX_NAME);
  const ranked = models.map(({ model }) => {
    const id = model.toLowerCase();
    return { model, holds: id.includes(key), steps: distance(key, id) };
  });
  ranked.sort((a, b) => Number(b.holds) - Number(a.holds) || a.steps - b.steps || (a.model < b.model ? -1 : 1));
  return ranked.slice(0, limit).map(({ model }) => model);
}
