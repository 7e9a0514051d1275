import { formatNumber } from "@/lib/format/money";
import { billingWords, countsWords, pricedPerson, uncountedWords } from "@/lib/format/tco";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { citeLine, first, money, text } from "./lines";

const SHOWN = { lines: 20, options: 8, assumptions: 8 };

export function tcoText(body: TcoAnswer): string {
  const { items, lines, unknowns, assumptions, currency } = body;
  const amount = (value: number | null) => money(value, currency);
  return text(
    headline(body),
    body.range.high !== null && body.range.high !== body.range.low
      ? `Range ${amount(body.range.low)} to ${amount(body.range.high)}.`
      : null,
    ...unknowns.map(({ slug, what, reason }) => `Unknown: ${slug ? `${slug}, ` : ""}${what}. ${reason}`),
    ...(body.subtotals.length > 1
      ? body.subtotals.map((sum) => `Subtotal ${sum.currency}: ${money(sum.total, sum.currency)}`)
      : []),
    ...first(lines, SHOWN.lines, (line) => {
      // Of a stack in several currencies the body names none.
      const own = items[line.item]?.currency ?? currency;
      const each =
        line.unitPrice === null
          ? ""
          : `: ${formatNumber(line.quantity)} × ${money(line.unitPrice, own)}${line.unit ? ` ${line.unit}` : ""}`;
      const when = line.period === "once" ? "once" : `year ${line.year ?? 1}`;
      return `- ${items.length > 1 ? `${line.slug}, ` : ""}${line.label}${each} = ${money(line.amount, own)}, ${when} (${line.basis})`;
    }),
    ...first(
      items.flatMap((item) =>
        item.optionalLines
          .filter(({ year }) => year === null || year === 1)
          .map((line) => ({ ...line, own: item.currency })),
      ),
      SHOWN.options,
      (line) =>
        `- Optional, not in the total: ${line.label} ${money(line.amount, line.own)}${line.period === "year" ? " a year" : ""} [addOns id ${line.option}]`,
    ),
    ...first(assumptions, SHOWN.assumptions, (assumption) => `- Assumed: ${assumption}`),
    `Receipt ${body.receipt.id}`,
    citeLine(...items.map(({ links }) => links.page)),
  );
}

function headline({ items, total, yearOne, currency, perSeatMonthly }: TcoAnswer): string {
  const names = items
    .map(({ name, tier, counts, billing }) =>
      [`${name}${tier ? ` ${tier.name}` : ""}`, countsWords(counts), billing && billingWords(billing)]
        .filter(Boolean)
        .join(", "),
    )
    .join(" + ");
  const terms = [...new Set(items.map(({ termYears }) => termYears))].sort();
  const sum =
    terms.length === 1 && terms[0] === 1
      ? `${money(total, currency)} in the first year`
      : `${money(total, currency)} over ${terms.join(" and ")} years, ${money(yearOne, currency)} in the first`;
  const unit = pricedPerson(items);
  const each = perSeatMonthly === null || !unit ? "" : `; ${money(perSeatMonthly, currency)} per ${unit} a month`;
  const plus = uncountedWords(items);
  return `${names}: ${sum}${each}${plus ? `, ${plus} (quantities)` : ""}.`;
}
