import { compareText } from "@/lib/catalog/ledger";
import { regionsOf } from "@/lib/catalog/regions";
import type { Usage, UsageModel } from "@/lib/schemas/record";
import { isSpecial } from "./market";

const STATUS: Record<UsageModel["status"], number> = { active: 0, deprecated: 1, retired: 2 };
const natural = new Intl.Collator("en", { numeric: true });

type Card = Pick<Usage, "kind" | "models">;
type Rank = readonly (number | string)[];

/**
 * Sorts the models of a card in the order in which people compare them: see ORDER_RULE in lib/schemas/usage.ts.
 * `leads`: those named by review, in their order.
 */
export function inCardOrder(card: Card, leads: readonly string[] = []): UsageModel[] {
  const placeOf = ({ model }: Pick<UsageModel, "model">) => (leads.includes(model) ? leads.indexOf(model) : Infinity);
  const ranks = card.kind === "llm" ? languageRanks(card.models, placeOf) : itemRanks(card.models, placeOf);
  return card.models
    .map((model, index) => ({ model, rank: ranks[index] ?? [] }))
    .sort(
      (a, b) =>
        compareRanks(a.rank, b.rank) ||
        natural.compare(a.model.model, b.model.model) ||
        compareText(a.model.model, b.model.model),
    )
    .map(({ model }) => model);
}

/** Returns the number of sources that show the standard price of an input token. */
export function confirmations({ meters }: UsageModel): number {
  return meters.find(({ name, mode }) => name === "inputTokens" && mode === "standard")?.evidence.length ?? 0;
}

/**
 * Returns true for a model that writes text and has known input and output prices. Price lists often quote new models
 * without their context window.
 */
export function isGeneral(model: UsageModel): boolean {
  const has = (meter: string) => model.meters.some(({ name, mode }) => name === meter && mode === "standard");
  const isListed = model.contextWindow !== null || confirmations(model) > 1;
  return isListed && has("inputTokens") && has("outputTokens") && !isSpecial(model);
}

/**
 * Returns the models whose price at least two sources show, and at least a third as many as for the best confirmed
 * model.
 */
export function confirmedAmong(models: readonly UsageModel[]): UsageModel[] {
  const least = leastConfirmed(models);
  return models.filter((model) => confirmations(model) >= least);
}

function leastConfirmed(models: readonly UsageModel[]): number {
  const best = models.reduce((most, model) => Math.max(most, confirmations(model)), 0);
  return Math.max(Math.min(best, 2), best / 3);
}

/** Returns true if people compare the card by this model: see lib/catalog/lead-meters.ts. */
export function isLead({ leadMeters }: Pick<UsageModel, "leadMeters">): boolean {
  return leadMeters !== undefined;
}

type Place = (model: Pick<UsageModel, "model">) => number;

function languageRanks(models: readonly UsageModel[], placeOf: Place): Rank[] {
  const least = leastConfirmed(models.filter((model) => model.status === "active" && isGeneral(model)));
  return models.map((model) => [
    STATUS[model.status],
    placeOf(model),
    isGeneral(model) ? 0 : 1,
    confirmations(model) >= least ? 0 : 1,
    -Date.parse(model.knownSince),
    -confirmations(model),
  ]);
}

function itemRanks(models: readonly UsageModel[], placeOf: Place): Rank[] {
  const widest = new Map<string, number>();
  const leading = new Set(models.filter((model) => placeOf(model) < Infinity).map(({ group = "" }) => group));
  for (const model of models) {
    const group = model.group ?? "";
    widest.set(group, Math.max(widest.get(group) ?? 0, regionsOf([model]).length));
  }
  return models.map(({ status, group = "", vcpus = Infinity, memoryGb = Infinity, ...model }) => [
    STATUS[status],
    leading.has(group) ? 0 : 1,
    group === "" ? 1 : 0,
    -(widest.get(group) ?? 0),
    group,
    placeOf(model),
    vcpus,
    memoryGb,
  ]);
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined || left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}
