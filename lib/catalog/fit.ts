import { jsonText } from "@/lib/json-text";
import { onceFor } from "@/lib/once-for";
import type { Evidence, PricingRecord, UsageModel } from "@/lib/schemas/record";
import { evidenceIdsIn } from "./ledger";
import { referenceCard } from "./regions";

/** Maximum size of a response unless the request asks for more: 150 KB, less the surrounding fields. */
export const ANSWER_BYTES = 148_000;
/** Share of a record that is too large that its price history may always use. */
const HISTORY_SHARE = 0.25;

/** Returns the size as sent. */
export function bytesOf(value: unknown): number {
  if (value === undefined) return 0;
  return Buffer.byteLength(typeof value === "object" && value !== null ? jsonText(value) : JSON.stringify(value));
}

/** Returns the size limit of a page: the reader's limit, or unlimited if the request states a number of entries. */
export function pageBytes(room: number | undefined, limit: number | undefined): number {
  return room ?? (limit === undefined ? ANSWER_BYTES : Number.POSITIVE_INFINITY);
}

/** Fills a response up to a number of bytes. Evidence counts once, with the first item that cites it. */
export class Room {
  #left: number;
  readonly #evidence: ReadonlyMap<string, Evidence>;
  readonly #cited = new Set<string>();
  /** Everything fits and there is nothing to cite, so nothing needs measuring. */
  readonly #isBoundless: boolean;

  constructor(bytes: number, evidence: readonly Evidence[]) {
    this.#left = bytes;
    this.#isBoundless = bytes === Number.POSITIVE_INFINITY && evidence.length === 0;
    this.#evidence = new Map(evidence.map((entry) => [entry.id, entry]));
  }

  get left(): number {
    return this.#left;
  }

  /** Adds the size of a value that is always part of the response. */
  take(value: unknown): void {
    if (!this.#isBoundless) this.#spend(value, this.#size(value));
  }

  /**
   * Returns the first items that fit in the remaining room, less `spare` bytes. `least`: number of items to return
   * regardless of their size.
   */
  fill<T>(items: readonly T[], { spare = 0, least = 0, with: beside = () => null }: Filling<T> = {}): T[] {
    if (this.#isBoundless) return [...items];
    const shown: T[] = [];
    for (const item of items) {
      const all = [item, beside(item)];
      const size = this.#size(all);
      if (shown.length >= least && size > this.#left - spare) break;
      this.#spend(all, size);
      shown.push(item);
    }
    return shown;
  }

  /** Returns the counted evidence, in its original order. */
  cited(): Evidence[] {
    return [...this.#evidence.values()].filter(({ id }) => this.#cited.has(id));
  }

  #size(value: unknown): number {
    const fresh = [...evidenceIdsIn(value)].filter((id) => !this.#cited.has(id));
    return fresh.reduce((sum, id) => sum + bytesOf(this.#evidence.get(id)) + 1, bytesOf(value) + 1);
  }

  #spend(value: unknown, size: number): void {
    this.#left -= size;
    for (const id of evidenceIdsIn(value)) this.#cited.add(id);
  }
}

interface Filling<T> {
  spare?: number;
  least?: number;
  /** Returns the value that an item adds to the response. */
  with?: (item: T) => unknown;
}

export type FittedRecord = PricingRecord & { counts?: Record<string, number> };

const fitted = new WeakMap<PricingRecord, FittedRecord>();

/**
 * Returns a record as the response contains it: with its rate card in the reference region. If it is too large, only
 * with the models that people compare first and the newest dated prices; `counts` lists the number of omitted entries.
 */
export function fitRecord(record: PricingRecord, bytes = ANSWER_BYTES): FittedRecord {
  if (bytes !== ANSWER_BYTES) return shortened(record, bytes);
  const known = fitted.get(record);
  if (known) return known;
  const made = shortened(record, bytes);
  fitted.set(record, made);
  return made;
}

function shortened(whole: PricingRecord, bytes: number): FittedRecord {
  const record = inReference(whole);
  if (sizeOf(record) <= bytes) return record;
  const shorter = withoutLists(record, bytes);
  return shorter.left.evidence > 0 && bytesOf(shorter.record) > bytes
    ? withoutFeatures(shorter.record)
    : shorter.record;
}

/** Removes the features, as the last step: `featureCount` of each tier still gives their number. */
function withoutFeatures({ tiers = [], ...record }: FittedRecord): FittedRecord {
  const features = tiers.reduce((sum, tier) => sum + tier.features.length, 0);
  if (features === 0) return { ...record, tiers };
  return { ...record, tiers: tiers.map((tier) => ({ ...tier, features: [] })), counts: { ...record.counts, features } };
}

function withoutLists(record: PricingRecord, bytes: number) {
  const { usage, priceHistory = [], evidence, verification, ...frame } = record;
  const ofModel = disputesByModel(record);
  const ofNone = verification.disputed.filter(({ tier }) => tier === null || !ofModel.has(tier));
  const core = [frame, { ...usage, models: [], moreAt: moreAt(record) }, { ...verification, disputed: [] }];
  const room = roomBeside(core, bytes, evidence);
  const disputed = new Set(room.fill(ofNone));
  const newestFirst = [...priceHistory].reverse();
  const spare = Math.min(HISTORY_SHARE * room.left, sizeOf(priceHistory));
  const models = room.fill(usage?.models ?? [], { spare, with: ({ model }) => ofModel.get(model) });
  const history = room.fill(newestFirst).reverse();
  const shown = new Set(models.map(({ model }) => model));
  const shownDisputes = verification.disputed.filter((dispute) =>
    dispute.tier !== null && ofModel.has(dispute.tier) ? shown.has(dispute.tier) : disputed.has(dispute),
  );
  const cited = room.cited();
  const left = {
    usage: (usage?.models.length ?? 0) - models.length,
    priceHistory: priceHistory.length - history.length,
    disputed: verification.disputed.length - shownDisputes.length,
    // Evidence of the entries that are shown.
    evidence: cited.length > 0 ? 0 : evidence.length,
  };
  const { priceHistory: _whole, ...kept } = record;
  const shorter: FittedRecord = {
    ...kept,
    ...(usage && { usage: { ...usage, models, ...(left.usage > 0 && { moreAt: moreAt(record) }) } }),
    ...(history.length > 0 && { priceHistory: history }),
    verification: { ...verification, disputed: shownDisputes },
    evidence: cited,
    counts: Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
  };
  return { record: shorter, left };
}

/** Returns the room left after the fixed part. If the fixed part leaves no room for its evidence, nothing is cited. */
function roomBeside(core: unknown, bytes: number, evidence: readonly Evidence[]): Room {
  const room = new Room(bytes, evidence);
  room.take(core);
  if (room.left >= 0) return room;
  const bare = new Room(bytes, []);
  bare.take(core);
  return bare;
}

/** Sizes of immutable objects that every response measures. */
const sizeOf = onceFor(bytesOf);

const inReference = onceFor((record: PricingRecord): PricingRecord => {
  const { usage } = record;
  if (!usage?.referenceRegion) return record;
  const card = referenceCard(usage);
  const more = (usage.regions?.length ?? 0) > 1 && { moreAt: moreAt(record) };
  const narrowed = { ...record, usage: { ...card, ...more } };
  const { evidence, ...rest } = narrowed;
  const cited = evidenceIdsIn(rest);
  return { ...narrowed, evidence: evidence.filter(({ id }) => cited.has(id)) };
});

function moreAt({ slug, links }: PricingRecord): string {
  return `${links.home}/api/v2/usage/${slug}`;
}

type Disputes = PricingRecord["verification"]["disputed"];

/** Groups disputes by the model of the card that they are about. */
export const disputesByModel = onceFor(({ usage, verification }: Pick<PricingRecord, "usage" | "verification">) => {
  const models = new Set<string | null>(usage?.models.map(({ model }: UsageModel) => model));
  const disputes = new Map<string, Disputes>();
  for (const dispute of verification.disputed) {
    if (dispute.tier === null || !models.has(dispute.tier)) continue;
    const same = disputes.get(dispute.tier);
    if (same) same.push(dispute);
    else disputes.set(dispute.tier, [dispute]);
  }
  return disputes;
});
