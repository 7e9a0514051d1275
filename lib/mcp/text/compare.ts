import { comparedFieldWords, singular } from "@/lib/format/compare";
import { unknownText } from "@/lib/format/tco";
import type { CompareAnswer } from "@/lib/schemas/compare";
import { citeLine, money, Sources, text } from "./lines";

export function compareText({ answer, products, fields, seats, resolved, evidence }: CompareAnswer): string {
  const sources = new Sources(evidence);
  const isKnown = ({ values }: CompareAnswer["fields"][number]) =>
    Object.values(values).some((value) => value !== null);
  const unknown = fields.filter((field) => !isKnown(field)).map(({ field }) => comparedFieldWords(field));
  return text(
    ...resolved.map(({ because }) => because),
    answer,
    ...products.flatMap(({ answer: price, caveat, cost }) => {
      const priced = [price, caveat].filter(Boolean).join(" ");
      if (!cost) return [priced];
      const plan = cost.tier ? ` on ${cost.tier.name}` : "";
      const doubts = [...cost.unknowns.map((unknown) => `Unknown: ${unknownText(unknown)}`), ...cost.assumptions];
      const sum = `${seats} seats${plan}: ${cost.yearOne === null ? "cost unknown" : `${money(cost.yearOne, cost.currency)} in the first year`}.`;
      return [`${priced} ${[sum, ...doubts].join(" ")}`];
    }),
    ...fields.filter(isKnown).map(({ field, values, units, winner, tie, leaders, rule, evidence: cited }) => {
      const each = products.map(({ slug }) => {
        const value = values[slug];
        if (value === null || value === undefined) return `${slug} unknown`;
        const unit = typeof value === "number" && units[slug] ? singular(value, units[slug]) : units[slug];
        const shown = value === true ? "yes" : value === false ? "no" : value;
        return `${slug} ${shown}${unit ? `${unit === "%" ? "" : " "}${unit}` : ""}${sources.mark(cited[slug])}`;
      });
      const verdict = winner ? ` Best: ${winner}.` : tie ? ` Tie: ${leaders.join(", ")}.` : "";
      return `- ${comparedFieldWords(field)}: ${each.join("; ")}.${verdict} ${rule}`;
    }),
    unknown.length > 0 && `Unknown for all: ${unknown.join("; ")}.`,
    ...sources.lines(),
    citeLine(...products.map(({ links }) => links.page)),
  );
}
