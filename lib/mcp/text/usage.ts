import { formatDay } from "@/lib/format/dates";
import { countOf } from "@/lib/format/list";
import { notRankedWords } from "@/lib/format/llm";
import { formatNumber } from "@/lib/format/money";
import { machineWords, ratesText, rowNoun } from "@/lib/format/rate-card";
import { meterWords, modeWords } from "@/lib/format/words";
import type { Estimate, UsageReply } from "@/lib/schemas/usage";
import { citeLine, money, nextLine, Sources, seenLine, text } from "./lines";

export function usageText(body: UsageReply): string {
  const { name, estimate, estimates, models, modelCount, verification, links, evidence } = body;
  const { region, regions = [], total, next, currency, counts = {} } = body;
  const sources = new Sources(evidence);
  const place = region === undefined ? "" : region === "all" ? `, ${countOf(regions.length, "region")}` : `, ${region}`;
  const cards = models.map((entry) => `- ${modelText(entry, sources)}`);
  const answer = estimate
    ? [...one(name, estimate, sources), ...cards]
    : estimates
      ? ranking(body, `${name}${place}`, estimates, sources, cards)
      : [
          `${name}${place}: rate card of ${countOf(modelCount, rowNoun(body))} in ${currency}${total < modelCount ? `; ${total} match the filters` : ""}; ${models.length} shown. For an estimate, pass quantities such as inputTokens.`,
          regions.length > 1 &&
            region !== "all" &&
            `Other regions (pass one as region): ${regions.filter((other) => other !== region).join(", ")}.`,
          nextLine(next, `${rowNoun(body)}s`),
          ...cards,
        ];
  const { disputed = [] } = verification;
  return text(
    ...answer,
    ...disputed.map(
      ({ tier, field, shown, other, evidence: cited }) =>
        `Sources disagree on ${[tier, meterWords(field)].filter(Boolean).join(", ")}: ${shown} is shown; another source has ${other}${sources.mark(cited)}`,
    ),
    ...leftOut(counts, { noun: rowNoun(body), isEstimate: estimates !== undefined || estimate !== undefined }),
    body.licenseNote,
    ...sources.lines(),
    estimate || total === 1
      ? seenLine(verification)
      : seenLine(verification).replace(/^Checked/, "Whole rate card: checked"),
    citeLine(links.page),
  );
}

function ranking(
  { estimateCount, unpricedModels = 0, notRanked, next, kind }: UsageReply,
  name: string,
  estimates: readonly Estimate[],
  sources: Sources,
  cards: readonly string[],
) {
  const all = estimateCount ?? estimates.length;
  // A warning that applies to every estimate becomes a note of the response.
  const [first] = estimates;
  const common = (first?.warnings ?? []).filter((warning) =>
    estimates.every(({ warnings }) => warnings.includes(warning)),
  );
  const own = (entry: Estimate) => ({
    ...entry,
    warnings: entry.warnings.filter((warning) => !common.includes(warning)),
  });
  const noun = rowNoun({ kind });
  return [
    all === 0
      ? `${name}: no current ${noun} has a price for every part of this workload.`
      : `${name}: ${countOf(all, noun)} with a price for this workload, cheapest first${estimates.length < all ? `; ${estimates.length} shown` : ""}.`,
    unpricedModels > 0 && `Left out: ${countOf(unpricedModels, noun)} without a price for part of the workload.`,
    notRanked && `${notRankedWords(notRanked)} To estimate one of them, pass it as model.`,
    nextLine(next, "estimates"),
    ...common.map((warning) => `Note: ${warning}`),
    ...estimates.map((entry) => `- ${entry.model}: ${sumText(own(entry), sources)}`),
    ...(cards.length > 0 ? [`${noun === "model" ? "Rates of these models" : "These rates in full"}:`, ...cards] : []),
  ];
}

/** Returns the sum of a total: "$12.50 = Input $2.50 + Output $10". */
function sumText(estimate: Estimate, sources: Sources): string {
  const { total, currency, lines, warnings } = estimate;
  const parts = lines.map(
    ({ meter, amount, evidence }) => `${meterWords(meter)} ${money(amount, currency)}${sources.mark(evidence)}`,
  );
  const sum = parts.length > 1 ? ` = ${parts.join(" + ")}` : sources.mark(lines[0]?.evidence);
  return `${money(total, currency)}${sum}; ${datedText(estimate)}${warnings.length > 0 ? ` (${warnings.join(" ")})` : ""}`;
}

/** "checked 1 Aug 2026, confidence 0.67": of one model, not of the card. */
function datedText({ observedAt, confidence }: Pick<Estimate, "observedAt" | "confidence">): string {
  return `checked ${formatDay(observedAt)}, confidence ${confidence.toFixed(2)}`;
}

type Shown = UsageReply["models"][number];

/** "gpt-4o (128,000-token context window): Input $2.50 per 1M tokens". */
function modelText(entry: Shown, sources: Sources): string {
  const { model, name = model, status = "active", contextWindow = null, maxOutput = null, group } = entry;
  const facts = [
    name === model ? null : name,
    group,
    status === "active" ? null : entry.retiredOn ? `shut down on ${formatDay(entry.retiredOn)}` : status,
    machineWords(entry),
    contextWindow === null ? null : `${formatNumber(contextWindow)}-token context window`,
    maxOutput === null ? null : `up to ${formatNumber(maxOutput)} output tokens`,
    datedText(entry),
  ].filter(Boolean);
  const cited = entry.meters.flatMap(({ evidence = [] }) => evidence);
  return `${model}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}: ${ratesText(entry)}${sources.mark([...new Set(cited)])}${announced(entry)}`;
}

function announced(entry: Shown): string {
  if (!("scheduled" in entry)) return "";
  return entry.scheduled
    .map(
      ({ effectiveFrom, status, meters }) =>
        `; ${status === "scheduled" ? "announced" : "announced but not confirmed"} for ${effectiveFrom}: ${ratesText({ meters, currency: entry.currency })}`,
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
        `- ${meterWords(line.meter)}: ${formatNumber(line.quantity)} at ${money(line.unitPrice, currency)}${line.per === 1 ? " each" : ` per ${formatNumber(line.per)}`} = ${money(line.amount, currency)}${sources.mark(line.evidence)}`,
    ),
    ...(unpriced.length > 0 ? [`No price known for: ${unpriced.join(", ")}.`] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
}

/** If there is an estimate, the cards are requested with `depth`. */
function leftOut(
  counts: Record<string, number>,
  { noun, isEstimate }: { noun: "model" | "rate"; isEstimate: boolean },
): string[] {
  const { models = 0, evidence = 0, disputed = 0 } = counts;
  const parts = [
    isEstimate && models > 0 ? `${noun === "model" ? "rates of " : ""}${countOf(models, noun)}` : null,
    evidence > 0 ? countOf(evidence, "source") : null,
    disputed > 0 ? countOf(disputed, "dispute") : null,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [`Not shown: ${parts.join(", ")}. Set depth: full to add as many as fit.`];
}
