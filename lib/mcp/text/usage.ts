import { notRankedWords } from "@/lib/format/llm";
import { formatNumber } from "@/lib/format/money";
import { machineWords, stepsText } from "@/lib/format/rate-card";
import { meterWords, modeWords, perWords } from "@/lib/format/words";
import type { Estimate, UsageReply } from "@/lib/schemas/usage";
import { citeLine, first, money, seenLine, text } from "./lines";

const SHOWN = { models: 15, meters: 6, estimates: 15, regions: 12 };
/** Of machines the commitments are told too. */
const COMMITTED = "instanceHours";

export function usageText(body: UsageReply): string {
  const {
    name,
    estimate,
    estimates,
    estimateCount,
    unpricedModels,
    notRanked,
    models,
    modelCount,
    verification,
    links,
  } = body;
  const { region, regions = [], total, next, currency } = body;
  const place = region === undefined ? "" : region === "all" ? `, ${regions.length} regions` : `, ${region}`;
  const answer = estimate
    ? one(name, estimate)
    : estimates
      ? [
          `${name}${place}: ${estimateCount ?? estimates.length} models price this workload, cheapest first.`,
          ...first(
            estimates,
            SHOWN.estimates,
            (entry) => `- ${entry.model}: ${money(entry.total, entry.currency)}${warned(entry)}`,
          ),
          (unpricedModels ?? 0) > 0 && `${unpricedModels} more models have no price for a part of it.`,
          notRanked && `${notRankedWords(notRanked)} Name one as model for its estimate.`,
        ]
      : [
          `${name}${place}: rate card of ${modelCount} models in ${currency}${total < modelCount ? `, ${total} asked for` : ""}. Give quantities for an estimate.`,
          regions.length > 1 && region !== "all" && `Other regions, ask with region: ${regionList(regions, region)}.`,
          ...first(models, SHOWN.models, (entry) => `- ${entry.model}${machine(entry)}: ${rates(entry)}`),
          next !== null && "More models: ask again with cursor, the `next` of structuredContent.",
        ];
  return text(...answer, seenLine(verification), citeLine(links.page));
}

type Shown = UsageReply["models"][number];

/** "2 vCPUs, 8 GB memory" in brackets. */
function machine(entry: Shown): string {
  const words = machineWords(entry);
  return words === null ? "" : ` (${words})`;
}

function rates({ meters, currency, elsewhere = [] }: Shown): string {
  if (elsewhere.length > 0) return `no price here; one in ${elsewhere.join(", ")}`;
  const usual = meters.filter(({ name, mode = "standard" }) => mode === "standard" || name === COMMITTED);
  return usual
    .slice(0, SHOWN.meters)
    .map((meter) => {
      const { mode = "standard" } = meter;
      const how = mode === "standard" ? "" : `, ${modeWords(mode)}`;
      return `${meterWords(meter.name)}${how} ${stepsText(meter.prices, currency)} per ${perWords(meter)}`;
    })
    .join(", ");
}

function regionList(regions: readonly string[], shown: string | undefined): string {
  const others = regions.filter((name) => name !== shown);
  const more = others.length - SHOWN.regions;
  return `${others.slice(0, SHOWN.regions).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function one(name: string, { model, mode, region, lines, total, currency, unpriced, warnings }: Estimate): string[] {
  const how = [mode === "standard" ? null : modeWords(mode), region].filter(Boolean).map((word) => `, ${word}`);
  return [
    `${name} ${model}${how.join("")}: ${total === null ? "total unknown" : money(total, currency)}.`,
    ...lines.map(
      (line) =>
        `- ${meterWords(line.meter)}: ${formatNumber(line.quantity)} at ${money(line.unitPrice, currency)} per ${formatNumber(line.per)} = ${money(line.amount, currency)}`,
    ),
    ...(unpriced.length > 0 ? [`No price known for: ${unpriced.join(", ")}.`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}

function warned({ warnings }: Estimate): string {
  return warnings.length > 0 ? ` (${warnings.join(" ")})` : "";
}
