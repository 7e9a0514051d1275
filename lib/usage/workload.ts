import { formatNumber } from "@/lib/format/money";
import type { Meter } from "@/lib/schemas/record";

export type Mode = Meter["mode"];

/** What is used, by meter name; a meter that is absent is not used. */
export interface Workload {
  quantities: ReadonlyMap<string, number>;
  mode: Mode;
  /** Chooses among prices by length of the request. Null: not told. */
  promptTokensPerRequest: number | null;
  /** The condition under which it is used, in the words of the card. */
  when: string | null;
  /** The region in which it is used; absent on a card whose prices are given for no region. */
  region?: string;
  /** Nobody asked for the region: it is the card's reference region. */
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
  /** As it was asked for. */
  meter: string;
  quantity: number;
}

/**
 * What is billed, in the order asked. Cached tokens are part of the input: what is left of it is billed as input.
 * Throws WorkloadError where more is cached than is input, and for a quantity that is negative or not finite.
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
