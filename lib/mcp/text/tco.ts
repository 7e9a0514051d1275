import { groupBy } from "@/lib/catalog/ledger";
import { decimal, roundMoney } from "@/lib/catalog/money";
import { formatDay } from "@/lib/format/dates";
import { countOf } from "@/lib/format/list";
import { formatCost, formatNumber } from "@/lib/format/money";
import { confidenceText } from "@/lib/format/price";
import {
  basisWords,
  billingWords,
  countsWords,
  peopleNotes,
  pricedPerson,
  uncountedWords,
  unknownText,
} from "@/lib/format/tco";
import { tierTitle } from "@/lib/format/tier-answer";
import { capitalised, unitWords } from "@/lib/format/words";
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
      ? `Range: ${amount(body.range.low)} to ${amount(body.range.high)}.`
      : null,
    ...unknowns.map(
      (unknown) => `Unknown: ${isStack && unknown.slug ? `${unknown.slug}: ` : ""}${unknownText(unknown)}`,
    ),
    ...items.flatMap((item) =>
      peopleNotes(item).map((note) => `${isStack ? `${item.slug}: ` : ""}${capitalised(note)}.`),
    ),
    ...(body.subtotals.length > 1
      ? body.subtotals.map((sum) => `Subtotal in ${sum.currency}: ${money(sum.total, sum.currency)}`)
      : []),
    body.partial &&
      `Subtotal of the ${body.partial.items} of ${items.length} products whose cost is known: ${amount(body.partial.yearOne)} in the first year.`,
    ...items.map((item) => (isStack ? `- ${chosen(item)}: ${costOf(item)}. ${basisOf(item)}`.trim() : basisOf(item))),
    ...lines.map((line) => {
      // For products in several currencies, the body has no currency.
      const own = items[line.item]?.currency ?? currency;
      const each =
        line.unitPrice === null
          ? ""
          : `: ${formatNumber(line.quantity)} × ${money(line.unitPrice, own)}${line.unit ? ` ${unitWords(line.unit)}` : ""}`;
      const when = line.period === "once" ? ", once" : YEAR.test(line.label) ? "" : `, year ${line.year ?? 1}`;
      return `- ${isStack ? `${line.slug}, ` : ""}${line.label}${each} = ${money(line.amount, own)}${when} (${basisWords(line.basis)})${sources.mark(line.evidence)}`;
    }),
    ...new Set(
      items.flatMap(({ slug, currency: own, optionalLines, notCounted }) => {
        const who = isStack ? `${slug}, ` : "";
        const choices = [...optionalLines, ...notCounted].filter(({ kind }) => BY_CHOICE.has(kind));
        const options = [...new Set(choices.map(({ option }) => option))];
        const isLong = options.length > MOST_CHOICES;
        const shown = ({ kind }: { kind: string }) => !(isLong && BY_CHOICE.has(kind));
        return [
          isLong && `- ${options.length} optional add-ons are not counted: ${who}addOns ids ${options.join(", ")}`,
          ...optionsOf(optionalLines.filter(shown)).map(
            ([first, amounts]) =>
              `- Optional, not in the total: ${who}${first.label.replace(YEAR, "")}, ${optionAmounts(first, amounts, own)} [addOns id: ${first.option}]${sources.mark(first.evidence)}`,
          ),
          ...notCounted
            .filter(shown)
            .map(
              ({ label, reason, option, kind, evidence }) =>
                `- Not included: ${who}${label}. ${reason} [${kind === "licence" ? "quantities" : "addOns id"}: ${option}]${sources.mark(evidence)}`,
            ),
        ];
      }),
    ),
    ...assumptions.map((assumption) => `- Assumption: ${assumption}`),
    ...[...groupBy(items, ({ tierRule }) => tierRule)].map(
      ([rule, chosen]) => `- Tier${isStack ? ` of ${chosen.map(({ slug }) => slug).join(", ")}` : ""}: ${rule}`,
    ),
    ...Object.entries(counts).map(
      ([what, count]) =>
        `Not shown: ${countOf(count, what === "evidence" ? "source" : "optional cost")}. To see them, request fewer items.`,
    ),
    ...sources.lines(),
    `Receipt: ${body.receipt.id}`,
    citeLine(...items.map(({ links }) => links.page)),
  );
}

/** "slack Pro, billed yearly": a stack may hold one product twice. */
function chosen({ slug, tier, billing }: TcoAnswer["items"][number]): string {
  return [[slug, tier?.name].filter(Boolean).join(" "), billing && billingWords(billing)].filter(Boolean).join(", ");
}

function costOf({ total, yearOne, currency, termYears }: TcoAnswer["items"][number]): string {
  if (total === null && yearOne === null) return "cost unknown";
  const first = `${money(yearOne, currency)} in the first year`;
  return termYears === 1 ? first : `${money(total, currency)} in total, ${first}`;
}

/** Returns the date and confidence of the price, its caveat, and the cost with the other billing. */
function basisOf({ observedAt, confidence, otherBilling, disputes, caveat, currency }: TcoAnswer["items"][number]) {
  const isPriced = observedAt !== null && confidence !== null;
  return [
    isPriced && `Price checked ${formatDay(observedAt)}, confidence ${confidenceText({ confidence })}.`,
    otherBilling &&
      `${capitalised(billingWords(otherBilling.billing))} instead: ${money(otherBilling.yearOne, currency)} in the first year.`,
    disputes.length === 0 && caveat,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The end of a label if the term has several years. */
const YEAR = /, year \d+$/;

/** Kinds of costs that a buyer chooses or uses. More than MOST_CHOICES are one line. */
const BY_CHOICE: ReadonlySet<string> = new Set(["add_on", "overage"]);
const MOST_CHOICES = 2;

/** Returns one entry for each optional cost, with its amounts year by year. One option may have several prices. */
function optionsOf(lines: readonly OptionalLine[]): [OptionalLine, number[]][] {
  const options = new Map<string, [OptionalLine, number[]]>();
  const prices = new Map<string, number>();
  for (const line of lines) {
    const year = `${line.option} ${line.period} ${line.year}`;
    const price = prices.get(year) ?? 0;
    prices.set(year, price + 1);
    const key = `${line.option} ${line.period} ${price}`;
    const known = options.get(key);
    if (known) known[1].push(line.amount);
    else options.set(key, [line, [line.amount]]);
  }
  return [...options.values()];
}

function optionAmounts({ period }: OptionalLine, amounts: readonly number[], currency: string | null): string {
  const [first] = amounts;
  if (period === "once") return amounts.map((amount) => money(amount, currency)).join(", ");
  if (amounts.every((amount) => amount === first)) return `${money(first, currency)} a year`;
  return amounts.map((amount, year) => `${money(amount, currency)} in year ${year + 1}`).join(", ");
}

/** Returns the cost by month or by payment, unless a part of it is paid once. */
function perPeriod({ items, lines, yearOne, currency }: TcoAnswer): string {
  if (yearOne === null || currency === null || lines.some(({ period }) => period === "once")) return "";
  const [only] = items;
  const payments = items.length === 1 ? (only?.transactions ?? null) : null;
  const month = decimal(yearOne).div(12);
  const perMonth = `${money(roundMoney(month), currency)} per month`;
  if (payments === null || only?.billing !== "per_transaction") return `, ${perMonth}`;
  const each = month.div(payments);
  const perPayment = each.lt(1) ? formatCost(each.toNumber(), currency) : money(roundMoney(each), currency);
  return `, ${perMonth}, ${perPayment} per payment`;
}

function headline(body: TcoAnswer): string {
  const { items, total, yearOne, currency, perSeatMonthly } = body;
  const names = items
    .map(({ name, tier, counts, billing }) =>
      [tier ? tierTitle(name, tier.name) : name, countsWords(counts), billing && billingWords(billing)]
        .filter(Boolean)
        .join(", "),
    )
    .join(" + ");
  const terms = [...new Set(items.map(({ termYears }) => termYears))].sort();
  const first = `${money(yearOne, currency)} in the first year`;
  const isOneYear = terms.length === 1 && terms[0] === 1;
  const sum =
    total === null && yearOne === null
      ? "total unknown"
      : isOneYear
        ? `${money(total, currency)} in the first year`
        : `${money(total, currency)} over ${terms.join(" and ")} years, ${first}`;
  const unit = pricedPerson(items);
  const each = perSeatMonthly === null || !unit ? "" : `; ${money(perSeatMonthly, currency)} per ${unit} per month`;
  const plus = uncountedWords(items);
  return `${names}: ${sum}${perPeriod(body)}${each}${plus ? `, ${plus} (argument: quantities)` : ""}.`;
}
