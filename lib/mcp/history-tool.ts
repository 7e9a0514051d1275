import * as z from "zod";
import { invalidField } from "@/lib/errors";
import { listChanges } from "@/lib/operations/changes";
import type { AnyOperation } from "@/lib/operations/define";
import { getPriceHistory } from "@/lib/operations/history";
import { parseInput } from "@/lib/operations/parse-input";

const { slug, from, to, tier, asOf, limit, cursor } = getPriceHistory.input.shape;
const { category, since, class: classes, direction } = listChanges.input.shape;
const OF_PRODUCT = ["from", "to", "tier", "asOf"] as const;
const OF_CATALOGUE = ["category", "since", "class", "direction"] as const;

/** `get_price_history` and `list_changes` as one tool: without a slug, it lists the changes across the catalogue. */
export const historyTool: AnyOperation = {
  ...(getPriceHistory as unknown as AnyOperation),
  summary: "Get one product's price history, or the price changes across the catalogue",
  // The changes are of every product, so the response is fresh until any of them changes.
  http: { method: "GET", path: "/api/v2/history/{slug}", cache: "public" },
  errors: [...new Set([...getPriceHistory.errors, ...listChanges.errors])],
  input: z.strictObject({
    slug: slug.optional().describe("Product slug or name. Omit it for changes across the catalogue."),
    from,
    to,
    tier,
    asOf,
    category,
    since: since.describe("Without slug: only changes on or after this date."),
    class: classes.unwrap().optional().describe("Without slug: change classes. Default: move."),
    direction,
    limit,
    cursor,
  }),
  output: z.union([getPriceHistory.output, listChanges.output]),
  async handler(context, input) {
    const given = input as Record<string, unknown>;
    const isOfProduct = given.slug !== undefined;
    const unusable = (isOfProduct ? OF_CATALOGUE : OF_PRODUCT).find((name) => given[name] !== undefined);
    if (unusable) throw invalidField(unusable, isOfProduct ? "applies only without slug" : "needs a slug");
    const operation = (isOfProduct ? getPriceHistory : listChanges) as unknown as AnyOperation;
    return operation.handler(context, parseInput(operation.input, given));
  },
};
