import { countOf } from "@/lib/format/list";
import { notRankedWords } from "@/lib/format/llm";
import { formatNumber } from "@/lib/format/money";
import { machineWords, ratesText } from "@/lib/format/rate-card";
import { meterWords, modeWords } from "@/lib/format/words";
import type { Estimate, UsageReply } from "@/lib/schemas/usage";
import { citeLine, money, nextLine, Sources, seenLine, text } from "./lines";

export function usageText(body: UsageReply): string {
  const { name, estimate, estimates, models, modelCount, verification, links, evidence } = body;
  const { region, regions = [], total, next, currency, counts = {} } = body;
  const sources = new Sources(evidence);
  const place = region === undefined ? "" : region === "all" ? `, ${regions.length} regions` : `, ${region}`;
  const cards = models.map((entry) => `- ${modelText(entry, sources)}`);
  const answer = estimate
    ? [...one(name, estimate, sources), ...cards]
    : estimates
      ? ranking(body, `${name}${place}`, estimates, sources, cards)
      : [
          `${name}${place}: rate card of ${modelCount} models in ${currency}${total < modelCount ? `, ${total} asked for` : ""}; ${models.length} here. Give quantities for an estimate.`,
          regions.length > 1 &&
            region !== "all" &&
            `Other regions, ask with region: ${regions.filter((other) => other !== region).join(", ")}.`,
          nextLine(next, "models"),
          ...cards,
        ];
  const { disputed = [] } = verification;
  return text(
    ...answer,
    ...disputed.map(
      ({ tier, field, shown, other, evidence: cited }) =>
        `Sources differ on ${[tier, meterWords(field)].filter(Boolean).join(", ")}: ${shown} and ${other}${sources.mark(cited)}`,
    ),
    ...leftOut(counts, estimates !== undefined || estimate !== undefined),
    body.licenseNote,
    ...sources.lines(),
    seenLine(verification),
    citeLine(links.page),
  );
}

function ranking(
  { estimateCount, unpricedModels = 0, notRanked, next }: UsageReply,
  name: string,
  estimates: readonly Estimate[],
  sources: Sources,
  cards: readonly string[],
) {
  const all = estimateCount ?? estimates.length;
  return [
    `${name}: ${all} models price this workload, cheapest first${estimates.length < all ? `; ${estimates.length} here` : ""}.`,
    unpricedModels > 0 && `${unpricedModels} more models have no price for a part of it.`,
    notRanked && `${notRankedWords(notRanked)} Name one as model for its estimate.`,
    nextLine(next, "estimates"),
    ...estimates.map((entry) => `- ${entry.model}: ${sumText(entry, sources)}`),
    ...(cards.length > 0 ? ["Their rates:", ...cards] : []),
  ];
}

/** "$12.50 = Input $2.50 + Output $10": what a total is made of. */
function sumText({ total, currency, lines, warnings }: Estimate, sources: Sources): string {
  const parts = lines.map(
    ({ meter, amount, evidence }) => `${meterWords(meter)} ${money(amount, currency)}${sources.mark(evidence)}`,
  );
  const sum = parts.length > 1 ? ` = ${parts.join(" + ")}` : sources.mark(lines[0]?.evidence);
  return `${money(total, currency)}${sum}${warnings.length > 0 ? ` (${warnings.join(" ")})` : ""}`;
}

type Shown = UsageReply["models"][number];

/** "gpt-4o (128,000 tokens of context): Input $2.50 per 1M tokens". */
function modelText(entry: Shown, sources: Sources): string {
  const { model, name = model, status = "active", contextWindow = null, maxOutput = null, group } = entry;
  const facts = [
    name === model ? null : name,
    group,
    status === "active" ? null : status,
    machineWords(entry),
    contextWindow === null ? null : `${formatNumber(contextWindow)} tokens of context`,
    maxOutput === null ? null : `at most ${formatNumber(maxOutput)} out`,
  ].filter(Boolean);
  const cited = entry.meters.flatMap(({ evidence = [] }) => evidence);
  return `${model}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}: ${ratesText(entry)}${sources.mark([...new Set(cited)])}${announced(entry)}`;
}

function announced(entry: Shown): string {
  if (!("scheduled" in entry)) return "";
  return entry.scheduled
    .map(
      ({ effectiveFrom, status, meters }) =>
        `; ${status === "scheduled" ? "announced" : "announced, not confirmed"} for ${effectiveFrom}: ${ratesText({ meters, currency: entry.currency })}`,
    )
    .join("");
}

function one(name: string, estimate: Estimate, sources: Sources): string[] {
  const { model, mode, region, lines, total, currency, unpriced, warnings } = estimate;
  const how = [mode === "standard" ? null : modeWords(mode), region].filter(Boolean).map((word) => `, ${word}`);
  return [
    `${name} ${model}${how.join("")}: ${total === null ? "total unknown" : money(total, currency)}.`,
    ...lines.map(
      (line) =>
        `- ${meterWords(line.meter)}: ${formatNumber(line.quantity)} at ${money(line.unitPrice, currency)} per ${formatNumber(line.per)} = ${money(line.amount, currency)}${sources.mark(line.evidence)}`,
    ),
    ...(unpriced.length > 0 ? [`No price known for: ${unpriced.join(", ")}.`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}

/** Beside an estimate the cards are asked for by depth. */
function leftOut(counts: Record<string, number>, isEstimate: boolean): string[] {
  const { models = 0, evidence = 0, disputed = 0 } = counts;
  const parts = [
    isEstimate && models > 0 ? `the rates of ${countOf(models, "model")}` : null,
    evidence > 0 ? `${evidence} sources` : null,
    disputed > 0 ? `${disputed} figures on which sources differ` : null,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [`Left out: ${parts.join(", ")}; with depth: full as far as they fit.`];
}
