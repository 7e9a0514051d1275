import Decimal from "decimal.js";
import { formatDay } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { billingWords } from "@/lib/format/tco";
import { list } from "@/lib/format/words";
import { type Excerpt, excerptText } from "@/lib/openapi/excerpt";
import type { CompareAnswer } from "@/lib/schemas/compare";
import type { Day } from "@/lib/schemas/primitives";
import type { TcoAnswer } from "@/lib/schemas/tco";
import type { Told } from "../fitted";
import { type Tool, type ToolName, tools } from "../tools";

const SEATS = 30;
const SLUGS = ["notion", "clickup"] as const;
const SHOWN_LINES = 12;

export const QUESTION = `What does Notion cost for ${SEATS} people, and is ClickUp cheaper?`;

export interface ToolCall {
  name: ToolName;
  arguments: Record<string, unknown>;
  /** The text of the tool, cut short. */
  output: Excerpt;
}

export interface Conversation {
  question: string;
  calls: ToolCall[];
  /** An example of an assistant's reply, based on the results of the tools. */
  reply: string[];
  /** Pages to link under the reply. */
  cited: { name: string; page: string }[];
}

const CALLS = [
  { name: "compare_software", arguments: { slugs: [...SLUGS], seats: SEATS } },
  { name: "calculate_tco", arguments: { slug: SLUGS[0], seats: SEATS, billing: "monthly" } },
] as const satisfies readonly { name: ToolName; arguments: Record<string, unknown> }[];

/** Runs the calls that answer one question. @param run calls a tool */
export async function converse(
  run: (tool: Tool, args: Record<string, unknown>) => Promise<Told>,
): Promise<Conversation> {
  const told = await Promise.all(
    CALLS.map(({ name, arguments: args }) => {
      const tool = tools().find((entry) => entry.name === name);
      if (!tool) throw new Error(`${name} is no tool`);
      return run(tool, tool.complete(args));
    }),
  );
  const [compared, monthly] = told.map(({ body }) => body) as [CompareAnswer, TcoAnswer];
  return {
    question: QUESTION,
    calls: CALLS.map((call, index) => ({ ...call, output: excerptText(told[index]?.text ?? "", SHOWN_LINES) })),
    reply: replyOf(compared, monthly),
    cited: compared.products.map(({ name, links }) => ({ name, page: links.page })),
  };
}

type Compared = CompareAnswer["products"][number];

export function replyOf(compared: CompareAnswer, monthly: TcoAnswer): string[] {
  const { products, seats } = compared;
  const sums = products.map((product) => sumWords(product, seats));
  const billed = monthly.items[0];
  const other =
    billed?.yearOne !== null && billed?.billing === "monthly"
      ? `With monthly billing, ${billed.name} costs ${formatMoney(billed.yearOne, billed.currency)} in the first year.`
      : null;
  const days = products.flatMap(({ name, slug }) => {
    const seen = lastSeen(compared, slug);
    return seen ? `${name}, ${formatDay(seen)}` : [];
  });
  return [
    sums.join(" "),
    [verdictOf(compared), other].filter((sentence) => sentence !== null).join(" "),
    `These are list prices${days.length > 0 ? `, last checked on these dates: ${list(days)}` : ""}. Check with the vendor before you sign.`,
  ];
}

/** Returns the newest day of the evidence for a product's cost. */
function lastSeen({ fields, evidence }: CompareAnswer, slug: string): Day | undefined {
  const cited = fields.find(({ field }) => field === "costForSeats")?.evidence[slug] ?? [];
  return evidence
    .filter(({ id }) => cited.includes(id))
    .map(({ capturedAt }) => capturedAt)
    .sort()
    .at(-1);
}

function sumWords({ name, cost }: Compared, seats: number | null): string {
  if (cost?.yearOne == null) return `The cost of ${name} for ${seats} people is unknown.`;
  const plan = cost.tier ? ` on ${cost.tier.name}, ${billingWords(cost.billing)}` : "";
  return `${name} costs ${formatMoney(cost.yearOne, cost.currency)} in the first year for ${seats} people${plan}.`;
}

function verdictOf({ products, fields }: CompareAnswer): string {
  const known = products.flatMap(({ name, cost }) =>
    cost?.yearOne == null ? [] : [{ name, amount: new Decimal(cost.yearOne), currency: cost.currency }],
  );
  const [first, second] = known.sort((one, other) => one.amount.comparedTo(other.amount));
  if (!first || !second || known.length < products.length) return "One price is unknown, so they cannot be compared.";
  if (first.currency !== second.currency)
    return "Their prices are in different currencies, so they cannot be compared.";
  const entry = fields.find(({ field }) => field === "costForSeats");
  if (entry && entry.leaders.length === 0) return "They are billed differently, so they cannot be compared.";
  const gap = second.amount.minus(first.amount);
  if (gap.isZero()) return "They cost the same.";
  return `${first.name} is ${formatMoney(gap.toNumber(), first.currency)} a year cheaper.`;
}
