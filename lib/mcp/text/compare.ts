import { humanise } from "@/lib/format/words";
import type { CompareAnswer } from "@/lib/schemas/compare";
import { citeLine, money, text } from "./lines";

export function compareText({ products, fields, seats, resolved }: CompareAnswer): string {
  const known = fields.filter(({ values }) => Object.values(values).some((value) => value !== null));
  return text(
    ...resolved.map(({ because }) => because),
    ...products.map(({ answer, cost }) => {
      const plan = cost?.tier ? ` on ${cost.tier.name}` : "";
      return cost
        ? `${answer} ${seats} seats: ${money(cost.yearOne, cost.currency)} in the first year${plan}.`
        : answer;
    }),
    ...known.map(({ field, values, units, winner, tie, leaders }) => {
      const each = products.map(({ slug }) => {
        const value = values[slug];
        const unit = units[slug];
        if (value === null || value === undefined) return `${slug} unknown`;
        return `${slug} ${value === true ? "yes" : value === false ? "no" : value}${unit ? ` ${unit}` : ""}`;
      });
      const verdict = winner ? `; best: ${winner}` : tie ? `; tie: ${leaders.join(", ")}` : "";
      return `- ${humanise(field.replace(/\d+/, "_$&_"))}: ${each.join(", ")}${verdict}`;
    }),
    citeLine(...products.map(({ links }) => links.page)),
  );
}
