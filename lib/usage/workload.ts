import { formatNumber } from "@/lib/format/money";
import type { Meter } from "@/lib/schemas/record";

export type Mode = Meter["mode"];

/** Usage by meter name; an absent meter is not used. */
export interface Workload {
  quantities: ReadonlyMap<string, number>;
  mode: Mode;
  /** Chooses among prices by length of the request. Null if unknown. */
  promptTokensPerRequest: number | null;
  /** The condition of use, in the words of the card. */
  when: string | null;
  /** The region of use; absent on a card whose prices have no region. */
  region?: string;
  /** The request names no region: it is the card's reference region. */
  regionAssumed?: boolean;
}

export class WorkloadError extends Error {
  override name = "WorkloadError";
  readonly meter: string;

  constructor(meter: string, message: string) {
    super(message);
    this.meter = meter;
  }
}

export interface Demand {
  /** The requested meter. */
  meter: string;
  quantity: number;
}

/**
 * Returns the billed quantities, in the order of the request. Cached tokens are part of the input: the rest is billed
 * as input. Throws WorkloadError if cached tokens exceed the input, and for a quantity that is negative or not finite.
 */
export function demands({ quantities }: Pick<Workload, "quantities">): Demand[] {
  for (const [meter, quantity] of quantities) {
    if (!Number.isFinite(quantity) || quantity < 0) throw new WorkloadError(meter, "must be a number, 0 or more");
  }
  const cached = quantities.get("cachedInputTokens") ?? 0;
  const input = quantities.get("inputTokens") ?? 0;
  if (cached > input) {
    throw new WorkloadError(
      "cachedInputTokens",
      `must not be greater than inputTokens, which includes cached tokens: ${formatNumber(cached)} is greater than ${formatNumber(input)}`,
    );
  }
  return [...quantities]
    .map(([meter, quantity]) => ({ meter, quantity: meter === "inputTokens" ? quantity - cached : quantity }))
    .filter(({ quantity }) => quantity > 0);
}
