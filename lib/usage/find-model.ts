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

/** Of the models on offer whose id or name holds every word, the one of the highest version; null where none does. */
export function newestModel<T extends Pick<UsageModel, "model" | "name" | "status">>(
  models: readonly T[],
  asked: string,
): T | null {
  const exact = findModel(models, asked);
  if (exact) return exact;
  const words = asked.toLowerCase().match(/[a-z0-9.]+/g) ?? [];
  const found = models.filter(
    ({ model, name, status }) =>
      status !== "retired" &&
      words.length > 0 &&
      words.every((word) => `${model} ${name}`.toLowerCase().includes(word)),
  );
  return found.sort((a, b) => laterVersion(a.model, b.model))[0] ?? null;
}

/** By the numbers in the ids but for dates; of equal ones the shorter id first. */
function laterVersion(a: string, b: string): number {
  const numbers = (id: string) => (id.match(/\d+/g) ?? []).filter((digits) => digits.length < 6).map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const step = (right[i] ?? 0) - (left[i] ?? 0);
    if (step !== 0) return step;
  }
  return a.length - b.length || (a < b ? -1 : 1);
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
