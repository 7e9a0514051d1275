import { formatDay } from "@/lib/format/dates";
import { rangeText } from "@/lib/format/price";
import { humanise } from "@/lib/format/words";
import type { CompareAnswer } from "@/lib/schemas/compare";
import { citeLine, money, text } from "./lines";

export function compareText({ products, fields, seats, resolved }: CompareAnswer): string {
  const known = fields.filter(({ values }) => Object.values(values).some((value) => value !== null));
  return text(
    ...resolved.map(({ because }) => because),
    ...products.map(({ name, priceRange, cost, verification: { observedAt, status } }) => {
      const forSeats = cost ? `; ${seats} seats ${money(cost.yearOne, cost.currency)} in the first year` : "";
      const plan = cost?.tier ? ` on ${cost.tier.name}` : "";
      return `${name}: ${rangeText(priceRange, undefined).replace(/\.$/, "")}${forSeats}${plan}; seen ${formatDay(observedAt)}${status === "stale" ? ", stale" : ""}.`;
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
