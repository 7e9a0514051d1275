import { formatNumber } from "@/lib/format/money";
import { meterWords, perWords } from "@/lib/format/words";
import type { Estimate, UsageReply } from "@/lib/schemas/usage";
import { citeLine, first, money, seenLine, text } from "./lines";

const SHOWN = { models: 15, meters: 6, estimates: 15 };

export function usageText(body: UsageReply): string {
  const { name, estimate, estimates, estimateCount, unpricedModels, models, modelCount, verification, links } = body;
  const answer = estimate
    ? one(name, estimate)
    : estimates
      ? [
          `${name}: ${estimateCount ?? estimates.length} models price this workload, cheapest first.`,
          ...first(
            estimates,
            SHOWN.estimates,
            (entry) => `- ${entry.model}: ${money(entry.total, entry.currency)}${warned(entry)}`,
          ),
          (unpricedModels ?? 0) > 0 && `${unpricedModels} more models have no price for a part of it.`,
        ]
      : [
          `${name}: rate card of ${modelCount} models in ${body.currency}. Give quantities for an estimate.`,
          ...first(models, SHOWN.models, ({ model, meters, currency }) => {
            const prices = meters
              .filter(({ mode = "standard" }) => mode === "standard")
              .slice(0, SHOWN.meters)
              .map(
                (meter) =>
                  `${meterWords(meter.name)} ${money(meter.prices[0]?.unitPrice, currency)} per ${perWords(meter)}`,
              );
            return `- ${model}: ${prices.join(", ")}`;
          }),
        ];
  return text(...answer, seenLine(verification), citeLine(links.page));
}

function one(name: string, { model, mode, lines, total, currency, unpriced, warnings }: Estimate): string[] {
  return [
    `${name} ${model}${mode === "standard" ? "" : `, ${mode}`}: ${total === null ? "total unknown" : money(total, currency)}.`,
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
