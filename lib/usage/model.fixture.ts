import type { Meter, UsageModel } from "@/lib/schemas/record";

/** Returns a meter with one price per million tokens for any quantity. */
export const meter = (name: string, unitPrice: number, mode: Meter["mode"] = "standard"): Meter => ({
  name,
  unit: "token",
  per: 1_000_000,
  mode,
  tierMode: null,
  prices: [{ unitPrice, from: 0, upTo: null, when: null }],
  evidence: ["ev_1"],
});

export const usageModel = (id: string, meters: Meter[], rest: Partial<UsageModel> = {}): UsageModel => ({
  model: id,
  name: id,
  contextWindow: 128_000,
  maxOutput: null,
  status: "active",
  currency: "USD",
  observedAt: "2026-10-01",
  knownSince: "2026-01-10",
  meters,
  scheduled: [],
  conflicts: [],
  license: "owned",
  confidence: 0.9,
  ...rest,
});
