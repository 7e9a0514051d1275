import { processWide } from "@/lib/access/process-wide";
import { groupBy } from "@/lib/catalog/ledger";
import { spelledAlike } from "@/lib/catalog/spelling";
import type { Meaning } from "@/lib/discovery/names";
import { nameKey } from "@/lib/ids";
import { nearestByKey } from "@/lib/nearest-text";
import { lazily, onceFor } from "@/lib/once-for";
import type { UsageModel } from "@/lib/schemas/record";
import { readModelId, withoutPath } from "./model-key";

type Named = Pick<UsageModel, "model" | "name">;

const MAX_NAME = 120;

/** Returns a model's names in the forms in which names are compared. */
export const formsOf = processWide("model-forms", () =>
  onceFor(({ model, name }: Named) => ({
    id: nameKey(model),
    name: nameKey(name),
    // Regions come before a model's own id and contain numbers too.
    ownId: nameKey(withoutPath(model)),
    ownName: nameKey(withoutPath(name)),
    idWords: wordsOf(model),
    nameWords: wordsOf(name),
    plain: plainForm(model),
    lower: { model: model.toLowerCase(), name: name.toLowerCase() },
  })),
);

/**
 * Indexes the models of a list by each form in which a name is compared: scanning thousands of models per name is too
 * slow.
 */
const indexOf = processWide("model-index", () =>
  onceFor((models: readonly Named[]) => {
    const by = (formOf: (model: Named) => string) => lazily(() => groupBy(models, formOf));
    return {
      model: by(({ model }) => model),
      lowerModel: by((model) => formsOf(model).lower.model),
      lowerName: by((model) => formsOf(model).lower.name),
      idWords: by((model) => formsOf(model).idWords),
      nameWords: by((model) => formsOf(model).nameWords),
      plain: by((model) => formsOf(model).plain.key),
    };
  }),
);

/** Returns the models of a list that have this text in the given form. The index is built once per list. */
function modelsBy<T extends Named>(models: readonly T[], form: keyof ReturnType<typeof indexOf>, text: string): T[] {
  return (indexOf(models)[form]().get(text) ?? []) as T[];
}

/** Returns the model with this id; otherwise the one with this id or name in any case. */
export function findModel<T extends Named>(models: readonly T[], asked: string): T | null {
  const [exact] = modelsBy(models, "model", asked);
  if (exact) return exact;
  const key = asked.toLowerCase();
  for (const form of ["lowerModel", "lowerName"] as const) {
    const alike = modelsBy(models, form, key);
    if (alike.length === 1) return alike[0] ?? null;
  }
  return null;
}

/**
 * Finds the model that a text names, as people and models write it: "GPT-4o mini", "openai/gpt-4o-mini", "Claude 4.5
 * Sonnet". A text without a snapshot may mean a dated model only if the card has no other. Several matches are not a
 * result.
 */
export function modelNamed<T extends Named>(models: readonly T[], asked: string): Meaning<T> {
  const exact = findModel(models, asked);
  if (exact) return { one: exact, candidates: [exact] };
  const words = wordsOf(asked);
  if (words === "") return { one: null, candidates: [] };
  const spelled = modelsBy(models, "idWords", words);
  const named = spelled.length > 0 ? spelled : modelsBy(models, "nameWords", words);
  if (named.length > 0) return settled(named);
  const { key, snapshot } = plainForm(asked);
  const alike = modelsBy(models, "plain", key);
  const same = alike.filter((model) => formsOf(model).plain.snapshot === snapshot);
  return settled(same.length > 0 || snapshot !== null ? same : alike);
}

function settled<T>(candidates: readonly T[]): Meaning<T> {
  return { one: candidates.length === 1 ? (candidates[0] ?? null) : null, candidates };
}

/** Returns a form that does not depend on how the words and figures of a name are joined, or on their order. */
function wordsOf(name: string): string {
  return (nameKey(name).match(/\d+(?:-\d+)*(?:[a-z](?![a-z]))?|[^\d-]+/g) ?? []).sort().join(" ");
}

/** Returns the form of an id without vendor, region and deployment. */
function plainForm(model: string): { key: string; snapshot: string | null } {
  const { key, variant, tuned, snapshot } = readModelId(model.trim().replace(/\s+/g, "-"));
  return { key: wordsOf([key, variant ?? "", tuned ? "tuned" : ""].join(" ")), snapshot };
}

type Line = Pick<UsageModel, "model" | "name" | "status"> & Partial<Pick<UsageModel, "observedAt">>;

/**
 * Returns the model that the alias of a line stands for. The alias has the price of the model that it meant on the day
 * of its reading, so it gives way to the newest model of the line unless its reading is later.
 */
export function modelOfAlias<T extends Line>(alias: T | null, newest: T | null): T | null {
  if (!alias || !newest) return newest ?? alias;
  return (alias.observedAt ?? "") > (newest.observedAt ?? "") ? alias : newest;
}

const NEWEST = /(?<![a-z])(?:latest|newest)(?![a-z])/gi;

/**
 * Returns the words of a model line if a text names its newest model, without a version: "gemini flash" for
 * "gemini-flash-latest". Null for any other text.
 */
export function lineOf(asked: string): string | null {
  const line = asked
    .replace(NEWEST, " ")
    .replace(/[\s~-]+/g, " ")
    .trim();
  return /\d/.test(asked) || line === "" || line.length >= asked.trim().length ? null : line;
}

/**
 * Returns the model on offer with the highest version among those whose id or name contains every word; null if there
 * is no such model. For an id such as gemini-flash-latest, see modelOfAlias().
 */
export function newestModel<T extends Line>(models: readonly T[], asked: string): T | null {
  const line = lineOf(asked);
  const exact = findModel(models, asked);
  if (exact && line === null) return exact;
  const words = (line ?? asked)
    .split(/\s+/)
    .flatMap((word) => nameKey(word).match(/[a-z]*\d+(?:-\d+)*[a-z]*|[a-z]+/g) ?? [])
    .map((word) => ({ form: wordForm(word), isCounted: /\d/.test(word) }));
  const found = models.filter((model) => {
    const { id, name, ownId, ownName } = formsOf(model);
    const isHeld = words.every(({ form, isCounted }) => form.test(isCounted ? `${ownId} ${ownName}` : `${id} ${name}`));
    return model.status !== "retired" && words.length > 0 && isHeld && lineOf(model.model) === null;
  });
  const [newest] = found.sort(
    (a, b) => Number(b.status === "active") - Number(a.status === "active") || laterVersion(a.model, b.model),
  );
  return modelOfAlias(exact, newest ?? null);
}

const VERSION = /^\d{1,3}(?:-\d{1,3})*$/;

/**
 * Matches a word of the text in a name as nameKey() writes it. Numbers match only whole numbers, and a version begins
 * with them: "gpt-5-6" matches 5 and 5.6, and does not match 6.
 */
export function wordForm(word: string): RegExp {
  const before = VERSION.test(word) ? "(?<!\\d)(?<!\\d-)" : /^\d/.test(word) ? "(?<!\\d)" : "";
  return new RegExp(`${before}${word}${/\d$/.test(word) ? "(?!\\d)" : ""}`);
}

/** A count of parameters, as in "llama-4-17b-128e". */
const SIZE = /(?<![a-z\d])[ae]?\d+(?:\.\d+)?[be](?![a-z])/gi;

/** A whole date. */
const DATE = /(?<!\d)(?:20\d\d-\d\d-\d\d|\d\d-20\d\d)(?!\d)/g;

/** Compares by the numbers in the ids except dates and sizes, with 4.20 as 4.2. Ties go to the shorter id. */
function laterVersion(a: string, b: string): number {
  const numbers = (id: string) =>
    (
      id
        // The spelling that Azure uses.
        .replace("gpt-35", "gpt-3.5")
        .replace(SIZE, "")
        .replace(DATE, "")
        .match(/\d+(?:\.\d+)?/g) ?? []
    )
      .filter((digits) => !/\d{4}/.test(digits))
      .map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const step = (right[i] ?? 0) - (left[i] ?? 0);
    if (step !== 0) return step;
  }
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Minimum similarity of an id that is offered for a misspelt one. */
export const MODEL_LIKENESS = 0.6;

/**
 * Returns ids that `asked` may mean, best first: ids that it names, ids that contain it, then similarly spelled ids.
 */
export function nearestModels(models: readonly Named[], asked: string, limit: number): string[] {
  const key = asked.toLowerCase().slice(0, MAX_NAME);
  const named = new Set(modelNamed(models, asked.slice(0, MAX_NAME)).candidates.map(({ model }) => model));
  const keys = new Map(models.map((entry) => [entry.model, formsOf(entry).id]));
  const ids = [...keys.keys()].filter((id) => !named.has(id));
  const asId = nameKey(key);
  const holdsAll = (id: string) => keys.get(id)?.includes(asId) ?? false;
  const nearestOf = (group: readonly string[]) => nearestByKey(key, group, limit, (id) => id.toLowerCase());
  const alike = nearestOf(ids.filter((id) => !holdsAll(id)));
  return [
    ...nearestOf([...named]),
    ...nearestOf(ids.filter(holdsAll)),
    ...alike.filter((id) => spelledAlike(nameKey(id), asId) >= MODEL_LIKENESS),
  ].slice(0, limit);
}
