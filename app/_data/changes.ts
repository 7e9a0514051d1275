import { AppError } from "@/lib/errors";
import { decodeQuery } from "@/lib/http/decode";
import { listChanges } from "@/lib/operations/changes";
import { type ChangesOverview, changesOverview } from "@/lib/operations/changes-overview";
import { inputSchema } from "@/lib/operations/input-schema";
import { parseInput } from "@/lib/operations/parse-input";
import { serverRuntime } from "@/lib/operations/runtime";
import { today } from "@/lib/operations/views";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import type { ChangeClass } from "@/lib/schemas/record";
import { ask } from "./ask";

const SHOWN_CLASSES: readonly ChangeClass[] = ["move", "scheduled"];
const PAGE = 100;

export const PRICE_KINDS = ["list", "rates", "both"] as const;

export type Params = Record<string, string | string[] | undefined>;

/** The form's values, as text from the URL. */
export type Filters = {
  category: string;
  product: string;
  prices: string;
  class: readonly string[];
  direction: string;
  since: string;
  until: string;
};

export type Ledger =
  | { ok: true; answer: ChangesAnswer; overview: ChangesOverview; first: boolean; today: string }
  | { ok: false; message: string; suggestions: readonly string[] };

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() ?? "";

/** Reads the filters of a URL. Ignores unknown parameters. */
export function filtersOf(params: Params): Filters {
  const classes = [params.class ?? []].flat().flatMap((value) => value.split(",").filter(Boolean));
  const named = { category: textOf(params.category), product: textOf(params.product).toLowerCase() };
  return {
    ...named,
    prices: textOf(params.prices) || usualPrices(named),
    class: classes.length > 0 ? classes : SHOWN_CLASSES,
    direction: textOf(params.direction),
    since: textOf(params.since),
    until: textOf(params.until),
  };
}

/**
 * Returns the default kind of prices. Most of the ledger is model rates, so it starts with list prices only. The ledger
 * of one category or product starts with both.
 */
export function usualPrices({ category, product }: Pick<Filters, "category" | "product">): string {
  return category === "" && product === "" ? "list" : "both";
}

/** Returns the URL of a page or feed with these filters, without empty ones. */
export function ledgerPath(path: string, filters: Filters, cursor?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    const text = String(value);
    const usual: Record<string, string> =
      path === "/changes" ? { class: String(SHOWN_CLASSES), prices: usualPrices(filters) } : { prices: "both" };
    const isDefault = usual[name] === text;
    if (text !== "" && !isDefault) query.set(name, text);
  }
  if (cursor) query.set("cursor", cursor);
  const text = query.toString().replaceAll("%2C", ",");
  return text ? `${path}?${text}` : path;
}

export async function ledger(params: Params): Promise<Ledger> {
  const cursor = textOf(params.cursor);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filtersOf(params), cursor })) {
    if (String(value) !== "") query.set(name, String(value));
  }
  try {
    const input = decodeQuery(query, inputSchema(listChanges.input));
    const { category = null, product = null, prices } = parseInput(listChanges.input, input);
    const { catalog, site, now } = serverRuntime();
    const answer = await ask(listChanges, { ...input, limit: PAGE });
    const canonical = product && (answer.changes[0]?.product.slug ?? product);
    const instant = now();
    const overview = await changesOverview(
      { catalog, site, now: instant },
      {
        prices: prices === "both" ? undefined : prices,
        category,
        product: canonical,
      },
    );
    return { ok: true, answer, overview, first: cursor === "", today: today(instant) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { ok: false, message: error.message, suggestions: error.suggestions ?? [] };
  }
}
