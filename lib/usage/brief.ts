import type { Meter, UsageModel } from "@/lib/schemas/record";
import type { BriefModel, Estimate, EstimateLine, UsageAnswer, UsageReply } from "@/lib/schemas/usage";

/** Returns a short form of the answer: only the estimates or, without a workload, a bare page of the card. */
export function briefUsage(answer: UsageAnswer): UsageReply {
  const { models, evidence, verification, links, estimate, estimates, ...rest } = answer;
  const { confidenceTerms: _terms, disputed, method: _method, ...checked } = verification;
  const estimated = estimate !== undefined || estimates !== undefined;
  const shown = estimated ? [] : models;
  const left = {
    models: (estimated ? models.length : answer.total) - shown.length,
    evidence: evidence.length,
    disputed: disputed.length,
  };
  return {
    ...rest,
    models: shown.map((model) => briefModel(model, answer.region)),
    ...(estimate && { estimate: briefEstimate(estimate) }),
    ...(estimates && { estimates: estimates.map(briefEstimate) }),
    verification: checked,
    links: { page: links.page, home: links.home, vendor: links.vendor },
    counts: Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
  };
}

export function briefEstimate(estimate: Estimate): Estimate {
  return { ...estimate, lines: estimate.lines.map(briefLine) };
}

function briefLine({ rateOf, band, when, evidence: _evidence, ...line }: EstimateLine): EstimateLine {
  return {
    ...line,
    ...(rateOf !== line.meter && { rateOf }),
    ...(band && { band }),
    ...(when && { when }),
  };
}

function briefModel(whole: UsageModel, region: string | undefined): BriefModel {
  const { model, name, status, retiredOn, contextWindow, maxOutput, currency, observedAt, confidence, meters } = whole;
  const { group, vcpus, memoryGb, elsewhere } = whole;
  return {
    model,
    ...(name !== model && { name }),
    ...(group !== undefined && { group }),
    ...(vcpus !== undefined && { vcpus }),
    ...(memoryGb !== undefined && { memoryGb }),
    ...(status !== "active" && { status }),
    ...(retiredOn !== undefined && { retiredOn }),
    ...(contextWindow !== null && { contextWindow }),
    ...(maxOutput !== null && { maxOutput }),
    currency,
    observedAt,
    confidence,
    meters: meters.map((meter) => briefMeter(meter, region)),
    ...(elsewhere && { elsewhere }),
  };
}

function briefMeter(
  { name, unit, per, mode, tierMode, prices, doubtful }: Meter,
  shown: string | undefined,
): BriefModel["meters"][number] {
  return {
    name,
    unit,
    per,
    ...(mode !== "standard" && { mode }),
    ...(tierMode && { tierMode }),
    ...(doubtful && { doubtful }),
    prices: prices.map(({ unitPrice, from, upTo, when, regions }) => ({
      unitPrice,
      ...(from > 0 && { from }),
      ...(upTo !== null && { upTo }),
      ...(when !== null && { when }),
      ...(regions && regions.join() !== shown && { regions }),
    })),
  };
}
