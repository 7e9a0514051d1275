import { formatNumber } from "@/lib/format/money";
import { billingWords, countsWords, pricedPerson, uncountedWords } from "@/lib/format/tco";
import type { OptionalLine, TcoAnswer } from "@/lib/schemas/tco";
import { citeLine, money, Sources, text } from "./lines";

export function tcoText(body: TcoAnswer): string {
  const { items, lines, unknowns, assumptions, currency, counts = {} } = body;
  const sources = new Sources(body.evidence);
  const isStack = items.length > 1;
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
    ...(isStack
      ? items.map(
          (item) =>
            `- ${item.slug}: ${money(item.total, item.currency)}, ${money(item.yearOne, item.currency)} in the first year`,
        )
      : []),
    ...lines.map((line) => {
      // Of a stack in several currencies the body names none.
      const own = items[line.item]?.currency ?? currency;
      const each =
        line.unitPrice === null
          ? ""
          : `: ${formatNumber(line.quantity)} × ${money(line.unitPrice, own)}${line.unit ? ` ${line.unit}` : ""}`;
      const when = line.period === "once" ? "once" : `year ${line.year ?? 1}`;
      return `- ${isStack ? `${line.slug}, ` : ""}${line.label}${each} = ${money(line.amount, own)}, ${when} (${line.basis})${sources.mark(line.evidence)}`;
    }),
    ...items.flatMap(({ slug, currency: own, optionalLines, notCounted }) => {
      const who = isStack ? `${slug}, ` : "";
      return [
        ...optionsOf(optionalLines).map(
          ([first, amounts]) =>
            `- Optional, not in the total: ${who}${first.label} ${optionAmounts(first, amounts, own)} [addOns id ${first.option}]${sources.mark(first.evidence)}`,
        ),
        ...notCounted.map(
          ({ label, reason, option, evidence }) =>
            `- Not counted: ${who}${label}. ${reason} [addOns id ${option}]${sources.mark(evidence)}`,
        ),
      ];
    }),
    ...assumptions.map((assumption) => `- Assumed: ${assumption}`),
    ...items.map(({ slug, tierRule }) => `- Tier${isStack ? ` of ${slug}` : ""}: ${tierRule}`),
    ...Object.entries(counts).map(
      ([what, count]) =>
        `Left out: ${count} of ${what === "evidence" ? "its sources" : "its optional costs"}; ask for fewer items.`,
    ),
    ...sources.lines(),
    `Receipt ${body.receipt.id}`,
    citeLine(...items.map(({ links }) => links.page)),
  );
}

/** One entry for each optional cost, with its amounts year by year. */
function optionsOf(lines: readonly OptionalLine[]): [OptionalLine, number[]][] {
  const options = new Map<string, [OptionalLine, number[]]>();
  for (const line of lines) {
    const known = options.get(`${line.option} ${line.period}`);
    if (known) known[1].push(line.amount);
    else options.set(`${line.option} ${line.period}`, [line, [line.amount]]);
  }
  return [...options.values()];
}

function optionAmounts({ period }: OptionalLine, amounts: readonly number[], currency: string | null): string {
  const [first] = amounts;
  if (period === "once") return amounts.map((amount) => money(amount, currency)).join(", ");
  if (amounts.every((amount) => amount === first)) return `${money(first, currency)} a year`;
  return amounts.map((amount, year) => `${money(amount, currency)} in year ${year + 1}`).join(", ");
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
