import { decimal } from "@/lib/catalog/money";
import type { Curve } from "./crossover";
import { estimate, type RatedModel } from "./estimate";
import { workloadOn } from "./market";
import type { Mode, Workload } from "./workload";

/** One request, and the number of requests a month. */
export interface Traffic {
  requests: number;
  inputTokens: number;
  /** Part of the input. */
  cachedInputTokens: number;
  cacheWrites: { meter: string; tokens: number };
  outputTokens: number;
  reasoningTokens: number;
  mode: Mode;
}

/** The quantity that varies while the others stay constant. */
export const AXES = ["ratio", "prompt", "cached", "volume"] as const;
export type Axis = (typeof AXES)[number];

/** Returns a month of traffic in the engine's form. */
export function monthOf(traffic: Traffic): Workload {
  const { requests, inputTokens, cachedInputTokens, cacheWrites, outputTokens, reasoningTokens, mode } = traffic;
  const perRequest: [string, number][] = [
    ["inputTokens", inputTokens],
    ["cachedInputTokens", cachedInputTokens],
    [cacheWrites.meter, cacheWrites.tokens],
    ["outputTokens", outputTokens],
    ["reasoningTokens", reasoningTokens],
  ];
  const quantities = new Map<string, number>();
  for (const [meter, tokens] of perRequest) {
    if (tokens > 0) quantities.set(meter, decimal(tokens).times(requests).toNumber());
  }
  if (requests > 0) quantities.set("requests", requests);
  return { quantities, mode, promptTokensPerRequest: inputTokens > 0 ? inputTokens : null, when: null };
}

/** Returns the same traffic at one point of an axis. */
export function trafficAt(traffic: Traffic, axis: Axis, x: number): Traffic {
  const { inputTokens, cachedInputTokens } = traffic;
  switch (axis) {
    case "volume":
      return { ...traffic, requests: x };
    case "ratio":
      return { ...traffic, outputTokens: decimal(inputTokens).times(x).toNumber() };
    case "cached":
      return { ...traffic, cachedInputTokens: decimal(inputTokens).times(x).toNumber() };
    case "prompt":
      return {
        ...traffic,
        inputTokens: x,
        cachedInputTokens:
          inputTokens === 0 ? 0 : decimal(x).times(decimal(cachedInputTokens).div(inputTokens)).toNumber(),
      };
  }
}

/** Returns a model's monthly cost along an axis. */
export function curveOf(
  id: string,
  model: RatedModel & { contextWindow: number | null },
  traffic: Traffic,
  axis: Axis,
): Curve {
  const longest = axis === "prompt" ? model.contextWindow : null;
  return {
    id,
    breaks: breaksOf(model, traffic, axis),
    cost(x) {
      if (longest !== null && x > longest) return null;
      const workload = monthOf(trafficAt(traffic, axis, x));
      return estimate(model, workloadOn(model, workload)).exact;
    },
  };
}

/** Returns the curve of a price that does not depend on use. */
export function flatCurve(id: string, monthly: number): Curve {
  return { id, breaks: [], cost: () => decimal(monthly) };
}

/**
 * Returns the points at which quantities reach the edge of a price band, a condition on length or the end of the
 * context window.
 */
function breaksOf(model: RatedModel & { contextWindow: number | null }, traffic: Traffic, axis: Axis): number[] {
  const found = new Set<number>();
  if (axis === "prompt" && model.contextWindow !== null) found.add(model.contextWindow);
  const [start, end] = [0, 1].map((x) => demandsAt(trafficAt(traffic, axis, x)));
  for (const { name, tierMode, prices } of model.meters) {
    const edges = prices.flatMap(({ from, upTo }) => [from, upTo ?? 0]).filter((edge) => edge > 0);
    if (tierMode === "cliff") {
      if (axis === "prompt") for (const edge of edges) found.add(edge);
      continue;
    }
    // Every quantity follows a straight line through its values at 0 and at 1.
    const lines = [name, ...(name === "outputTokens" ? ["outputWithReasoning"] : [])].map((meter) => ({
      at0: start?.get(meter) ?? 0,
      slope: (end?.get(meter) ?? 0) - (start?.get(meter) ?? 0),
    }));
    for (const { at0, slope } of lines) {
      if (slope === 0) continue;
      for (const edge of edges) found.add(decimal(edge).minus(at0).div(slope).toNumber());
    }
  }
  return [...found].filter((at) => at > 0 && Number.isFinite(at)).sort((a, b) => a - b);
}

function demandsAt(traffic: Traffic): Map<string, number> {
  const { requests, inputTokens, cachedInputTokens, cacheWrites, outputTokens, reasoningTokens } = traffic;
  const month = (tokens: number) => decimal(tokens).times(requests).toNumber();
  return new Map([
    ["inputTokens", month(inputTokens - cachedInputTokens)],
    ["cachedInputTokens", month(cachedInputTokens)],
    [cacheWrites.meter, month(cacheWrites.tokens)],
    ["outputTokens", month(outputTokens)],
    ["reasoningTokens", month(reasoningTokens)],
    ["outputWithReasoning", month(outputTokens + reasoningTokens)],
    ["requests", requests],
  ]);
}

const LONGEST_PROMPT = 1_000_000;
const USUAL_PROMPT = 200_000;

/**
 * Returns the part of an axis worth drawing: the requested traffic is in its middle, and it includes the crossing with
 * a flat price.
 */
export function domainOf(
  axis: Axis,
  traffic: Traffic,
  contextWindows: readonly (number | null)[],
  against: { curves: readonly Curve[]; flat: number | null },
): [number, number] {
  switch (axis) {
    case "cached":
      return [0, 1];
    case "ratio": {
      const asked = traffic.inputTokens > 0 ? traffic.outputTokens / traffic.inputTokens : 0;
      return [0, rounded(Math.max(0.1, asked * 4))];
    }
    case "prompt": {
      const longest = Math.max(0, ...contextWindows.map((window) => window ?? 0)) || USUAL_PROMPT;
      return [0, Math.min(LONGEST_PROMPT, Math.max(longest, traffic.inputTokens))];
    }
    case "volume": {
      const reach = against.flat === null ? 0 : requestsFor(against.flat, against.curves, traffic.requests);
      return [0, rounded(Math.max(traffic.requests * 2, reach * 1.5))];
    }
  }
}

/** Returns the number of requests that the cheapest of the models serves for a price. */
function requestsFor(price: number, curves: readonly Curve[], requests: number): number {
  const found = curves.flatMap((curve) => {
    const cost = curve.cost(requests);
    return cost?.gt(0) ? [decimal(price).div(cost).times(requests).toNumber()] : [];
  });
  return Math.max(0, ...found);
}

/** Returns the next round number: 1, 1.5, 2, 3, 5 or 7 times a power of ten. */
function rounded(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 7, 10].find((step) => step * magnitude >= value * (1 - 1e-9)) ?? 10) * magnitude;
}
