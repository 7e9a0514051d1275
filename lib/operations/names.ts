import type * as z from "zod";
import { type Awaitable, after } from "@/lib/awaitable";
import { categoryNamed } from "@/lib/discovery/names";
import { priceOfTier } from "@/lib/format/tier-price";
import { canonicalJson } from "@/lib/ids";
import type { Resolved } from "@/lib/schemas/name";
import type { Catalog, Names } from "./catalog";
import { type AnyOperation, pathParameters, type Site } from "./define";
import { inputSchema, knownKeys } from "./input-schema";
import { findPlan, type NamedPlan, type PlanName, planNameIn } from "./plan-names";

const PRODUCTS = new Set(["slug", "slugs", "product"]);
const CATEGORY = "category";
const ITEMS = "items";
const NAMING = new Set([...PRODUCTS, CATEGORY, ITEMS]);

export interface UnderSlugs<Input> {
  input: Input;
  resolved: Resolved[];
}

/**
 * Replaces the names of products and categories in a request by slugs, so that a request by name equals the request by
 * slug, and so do its cursors. A name of nothing, or of several things, stays unchanged, and the handler refuses it
 * with suggestions.
 */
export function underSlugs<Input>(
  catalog: Pick<Catalog, "names" | "record">,
  input: Input,
  { now, schema }: { now: Date; schema: z.ZodObject },
): Awaitable<UnderSlugs<Input>> {
  if (!saysNames(input)) return { input, resolved: [] };
  const hasTier = knownKeys(schema, []).includes("tier");
  return after(catalog.names(), (names) => {
    const planNames = productNames(input).flatMap((text) => planNameIn(text, names) ?? []);
    if (planNames.length === 0) return readUnderSlugs(names, new Map(), hasTier, input);
    return findPlans(catalog, planNames, now).then((plans) => readUnderSlugs(names, plans, hasTier, input));
  });
}

type Plans = ReadonlyMap<string, NamedPlan>;

async function findPlans(catalog: Pick<Catalog, "record">, planNames: readonly PlanName[], now: Date): Promise<Plans> {
  const plans = new Map<string, NamedPlan>();
  for (const name of planNames) {
    const plan = await findPlan(catalog, name, now);
    if (plan) plans.set(name.text, plan);
  }
  return plans;
}

/** Returns the product names in an input, including those of its items. */
function productNames(input: object): string[] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]) => {
    if (name === ITEMS && Array.isArray(value)) return value.flatMap((item: object) => productNames(item));
    if (!PRODUCTS.has(name)) return [];
    return [value].flat().filter((text) => typeof text === "string");
  });
}

function saysNames(input: unknown): input is object {
  return typeof input === "object" && input !== null && Object.keys(input).some((name) => NAMING.has(name));
}

function readUnderSlugs<Input extends object>(
  { meant, categories }: Names,
  plans: Plans,
  hasTier: boolean,
  input: Input,
): UnderSlugs<Input> {
  const found = new Map<string, Resolved>();
  const noted = (of: "product" | "category", asked: string, one: { slug: string; name: string } | null): string => {
    if (one && one.slug !== asked) found.set(`${of} ${asked}`, takenFor(of, asked, one.slug, one.name));
    return one?.slug ?? asked;
  };
  const read = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => read(name, item));
    if (typeof value === "object" && value !== null && name === ITEMS) return each(value);
    if (typeof value !== "string") return value;
    const plan = PRODUCTS.has(name) ? plans.get(value) : undefined;
    if (plan) {
      found.set(`product ${value}`, takenForPlan(value, plan));
      return plan.product.slug;
    }
    if (PRODUCTS.has(name)) return noted("product", value, meant(value).one);
    if (name === CATEGORY) return noted("category", value, categoryNamed(categories, value).one);
    return value;
  };
  const each = (value: object): object => {
    const named: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(value)) named[name] = NAMING.has(name) ? read(name, part) : part;
    const plan = "slug" in value && hasTier ? plans.get(String(value.slug)) : undefined;
    if (plan) named.tier ??= plan.tier?.id ?? plan.plan;
    return named;
  };
  return { input: each(input) as Input, resolved: [...found.values()] };
}

export function takenFor(of: Resolved["of"], asked: string, taken: string, name: string): Resolved {
  const what = of === "product" ? "" : `the ${of} `;
  return {
    of,
    asked,
    taken,
    because: `"${asked}" was matched to ${what}${name}${name === taken ? "" : ` (${taken})`}.`,
  };
}

function takenForPlan(asked: string, { product, plan, tier }: NamedPlan): Resolved {
  const owner = `${product.name} (${product.slug})`;
  const because = tier
    ? `"${asked}" was matched to the plan ${tier.name} of ${owner}: ${priceOfTier(tier)}.`
    : `"${asked}" was matched to ${owner}, which has no plan "${plan}" in the catalogue.`;
  return { of: "product", asked, taken: product.slug, because };
}

/**
 * Adds all resolved names to a response. If the handler took another product in place of a named one, the entry of the
 * name leads to that product.
 */
export function withTaken<Output>(body: Output, named: readonly Resolved[]): Output {
  if (named.length === 0) return body;
  const own = takenIn(body);
  const led = named.map((first) => {
    const then = own.find(({ of, asked }) => of === first.of && asked === first.taken);
    return then ? { ...then, asked: first.asked } : first;
  });
  const others = own.filter(({ of, asked }) => !named.some((first) => first.of === of && first.taken === asked));
  return { ...body, resolved: [...led, ...others] };
}

export function takenIn(body: unknown): readonly Resolved[] {
  return (body as { resolved?: readonly Resolved[] } | null)?.resolved ?? [];
}

const FIELDS: Readonly<Record<Resolved["of"], readonly string[]>> = {
  product: ["slug", "slugs"],
  category: ["category"],
  tier: ["tier"],
  model: ["model"],
};

/** Returns the request with the slugs and IDs that the handler took. */
export function asTaken<Input>(input: Input, taken: readonly Resolved[]): Input {
  const asked = { ...input } as Record<string, unknown>;
  for (const { of, asked: name, taken: id } of taken) {
    const put = (value: unknown) => (value === name ? id : value);
    for (const field of FIELDS[of]) {
      const value = asked[field];
      if (value !== undefined) asked[field] = Array.isArray(value) ? value.map(put) : put(value);
    }
  }
  return asked as Input;
}

/** Returns the URL of a request, with the parameters that differ from the defaults. */
export function addressOf({ http, input: schema }: AnyOperation, input: unknown, site: Site): string {
  const given = input as Readonly<Record<string, unknown>>;
  const { properties = {} } = inputSchema(schema);
  const inPath = pathParameters(http.path);
  const path = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(given[name]))),
    http.path,
  );
  const query = new URLSearchParams();
  for (const [name, { default: usual }] of Object.entries(properties)) {
    const value = given[name];
    if (inPath.includes(name) || value === undefined || canonicalJson(value) === canonicalJson(usual)) continue;
    query.set(name, Array.isArray(value) ? [...new Set(value)].join(",") : String(value));
  }
  return `${site.url}${path}${query.size > 0 ? `?${query}`.replaceAll("%2C", ",") : ""}`;
}
