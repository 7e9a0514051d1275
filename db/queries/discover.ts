import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { namesAskedFor } from "@/lib/catalog/question-words";
import { spelledAlike } from "@/lib/catalog/spelling";
import { nameKey } from "@/lib/ids";
import type { Having } from "@/lib/schemas/discover";
import type { Day, PricingModel } from "@/lib/schemas/primitives";

/** Names spelled this much alike are found even where others fit better. */
const CLEARLY_ALIKE = 0.8;
/** Where nothing else fits, a name spelled this much alike may be meant. */
const FAINTLY_ALIKE = 0.6;
const MAX_ALIKE = 40;
/** A shorter text is looked for at the beginning of words only. */
const MIN_INNER_LENGTH = 3;

export type DiscoverSort = "relevance" | "price" | "dearest" | "name" | "freshness" | "confidence";

/** The prices that stand on one axis, which orders by price begin with. */
export interface PriceAxis {
  currency: string;
  /** Every unit that counts the same. */
  units: readonly string[];
  /** Those last seen before this day come after the others. */
  since?: Day | null;
}

export interface DiscoverFilters {
  text: string | null;
  category: string | null;
  /** Per month, in `currency`. */
  maxPrice: number | null;
  currency: string;
  hasFreeTier: boolean | null;
  hasFreePlan?: boolean | null;
  selfHosted?: boolean | null;
  pricingModel: PricingModel | null;
  hasHiddenCosts: boolean | null;
  /** Only products of which this is known; what is known of a family is known of its products, which stand beside it. */
  having?: Having | null;
  /** The day as of which products are described. */
  day: Day;
  /** What the text is known to mean; its spelling is then not doubted. */
  lead?: Lead | null;
  /** A product that is left out. */
  except?: string | null;
}

export interface Lead {
  /** They stand first, in this order. */
  products: readonly string[];
  /** Its products stand next, before those whose name only holds the text. */
  category: string | null;
}

/** Where a product stands in an order: by the key, then by the tie, smaller first, then by the slug. */
export interface Position {
  key: string;
  tie: string;
  slug: string;
}

export interface Found extends Position {
  sources: number;
  prominence: number;
}

export interface DiscoverPage {
  filters: DiscoverFilters;
  sort: DiscoverSort;
  /** The last product of the page before. */
  after: Position | null;
  /** Products to pass over, where pages are numbered. */
  offset?: number;
  limit: number;
  axis?: PriceAxis | null;
}

/** Which type the sort key has; it is told in a cursor as text. */
export const SORT_KEY: Record<DiscoverSort, "numeric" | "text"> = {
  relevance: "numeric",
  price: "numeric",
  dearest: "numeric",
  name: "text",
  freshness: "numeric",
  confidence: "numeric",
};

const HAVING: Record<Having, SQL> = { price: sql`i.priced`, sso: sql`i.sso_charged`, dispute: sql`i.disputed` };

/**
 * Every product in its state on the day, with its rank and whether it meets the filters: `matched` is null where that
 * is not known, because its price is unknown or in another currency, or its free tier is. What can be had for nothing is
 * within any price.
 */
function judged({ text, day, lead, except, having, ...filters }: DiscoverFilters, alike: readonly Alike[]): SQL {
  const { category, maxPrice, currency, hasFreeTier, pricingModel, hasHiddenCosts } = filters;
  const { hasFreePlan = null, selfHosted = null } = filters;
  // A price of 0 is 0 in any currency. Prices of a family are those of its products, which stand beside it.
  const priced = sql`case when p.kind <> 'family' and (i.starting_price = 0 or i.currency = ${currency}) then i.starting_price end`;
  const conditions = [
    sql`true`,
    ...(maxPrice === null
      ? []
      : [sql`p.kind <> 'family' and (i.free_tier is true or (${priced}) <= ${maxPrice}::numeric)`]),
    ...(hasFreeTier === null ? [] : [sql`i.free_tier = ${hasFreeTier}::boolean`]),
    ...(hasFreePlan === null ? [] : [sql`i.free_plan = ${hasFreePlan}::boolean`]),
    ...(selfHosted === null ? [] : [sql`i.self_hosted = ${selfHosted}::boolean`]),
    ...(pricingModel === null ? [] : [sql`coalesce(i.pricing_model = ${pricingModel}, false)`]),
    ...(hasHiddenCosts === null ? [] : [sql`i.has_hidden_costs = ${hasHiddenCosts}::boolean`]),
    ...(having == null ? [] : [sql`p.kind <> 'family' and ${HAVING[having]}`]),
  ];
  return sql`
    ${text === null ? sql`with` : sql`with ${hits(text, alike, lead)},`} judged as (
      select i.slug, p.category, i.pricing_model, i.free_tier, i.free_plan, i.self_hosted, i.price_status, i.confidence, i.observed_at,
        i.currency, i.price_unit, i.starting_price, (${priced}) as price, lower(p.name) as name, i.sources, i.prominence,
        ${text === null ? sql`0 as rank, 0` : sql`h.rank, h.near`} - case when i.priced then 1000 else 0 end - i.prominence as tie,
        (${sql.join(conditions, sql` and `)}) as matched
      from product_index i join products p on p.slug = i.slug ${text === null ? sql`` : sql`join hits h on h.slug = i.slug`}
      where i.valid_from <= ${day}::date and (i.valid_until is null or i.valid_until > ${day}::date)
        ${category === null ? sql`` : sql`and p.category = ${category}`}
        ${except == null ? sql`` : sql`and p.slug <> ${except}`}
    )`;
}

/**
 * Products that a text may mean, by rank: those that lead, the name itself, names that begin with it or hold it, vendor and domain,
 * products described by all its words or with such models on their rate cards, then names that are spelled alike. Where the text as it stands fits none, the
 * names that it asks for are looked for instead.
 */
function hits(text: string, alike: readonly Alike[], lead: Lead | null = null): SQL {
  const asked = namesAskedFor(text).map(fitting);
  const none = sql`select null::text as slug, 0 as score, 0 as near where false`;
  const first = JSON.stringify(lead?.products ?? []);
  return sql`
    as_written as (
      ${fitting(text)}
      union all select value, 1000 - ordinality, 0
      from jsonb_array_elements_text(${first}::jsonb) with ordinality
      union all select slug, 98, 0 from products where category = ${lead?.category ?? null}
    ),
    precise as (
      table as_written union all
      select slug, score, near from (${asked.length > 0 ? sql.join(asked, sql` union all `) : none}) as asked
      where not exists (select from as_written)
    ), alike as (
      select slug, 60 * near as score, near
      from jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as a(slug text, near real, asked boolean)
      where near >= case when exists (select from precise) then ${CLEARLY_ALIKE} else ${FAINTLY_ALIKE} end::real
        and not (asked and exists (select from as_written))
    ), hits as (
      select slug, round((max(score) * 10)::numeric)::int as rank, round((max(near) * -0.09)::numeric, 4) as near
      from (table precise union all table alike) as found group by slug
    )`;
}

function fitting(text: string): SQL {
  const key = nameKey(text);
  if (key === "") return sql`select null::text as slug, 0 as score, 0 as near where false`;
  const words = text.trim().toLowerCase();
  const like = words.replace(/[\\%_]/g, "\\$&");
  const terms = key
    .split("-")
    .map((term) => `'${term}':*`)
    .join(" & ");
  const joined = key.replaceAll("-", "");
  const inner = key.length >= MIN_INNER_LENGTH;
  const named = inner
    ? sql`name_key like ${`%${key}%`}`
    : sql`(name_key = ${key} or name_key like ${`${key}-%`} or name_key like ${`%-${key}`} or name_key like ${`%-${key}-%`})`;
  const made = inner ? sql`search like ${`%${like}%`}` : sql`lower(vendor_name) = ${words}`;
  return sql`
      select slug, case
        when name_key = ${key} then 100
        when replace(name_key, '-', '') = ${joined} then 95
        when name_key like ${`${key}-%`} then 90
        when name_key like ${`${key}%`} then 80
        when name_key like ${`%-${key}%`} then 70
        else 50 end - case kind when 'former_slug' then 1 else 0 end as score, similarity(name_key, ${key}) as near
      from product_names where ${named} or replace(name_key, '-', '') = ${joined}
      union all
      select slug, case
        when lower(vendor_name) = ${words} or domain = ${words} then 85
        when lower(vendor_name) like ${`${like}%`} or domain like ${`${like}%`} then 65
        else 40 end as score, similarity(lower(name), ${words}) as near
      from products where ${made}
      union all
      select slug, round(20 + 15 * ts_rank(document, to_tsquery('simple', ${terms}))), 0
      from product_index where document @@ to_tsquery('simple', ${terms})
      ${inner ? sql`union all ${offering(key)}` : sql``}`;
}

/**
 * Who offers a model. Makers come before resellers: they have many by a name and few others, and resellers put the
 * maker's name before the model's (`openai/gpt-5`).
 */
function offering(key: string): SQL {
  return sql`
      select slug, 20 + 15 * weight / (1 + weight) as score, 0 as near
      from (
        with offers as materialized (
          select slug, regexp_replace(lower(vendor_name), '[^a-z0-9]', '', 'g') as vendor, cardinality(models) as models,
            replace(model, '-', '') as model
          from products cross join unnest(models) as offered(model) where model like ${`%${key}%`}
        ), offering as (
          select slug, vendor, count(*) * power(count(*)::real / models, 2) as weight
          from offers group by slug, vendor, models
        )
        select slug, weight + 2 * (
          select count(distinct other.slug) from offers as other
          where other.slug <> offering.slug and starts_with(other.model, offering.vendor || ${key.replaceAll("-", "")}) and offering.vendor <> ''
        ) as weight
        from offering
      ) as makers`;
}

interface Alike {
  slug: string;
  near: number;
  /** Like a name that the text asks for, not like the text itself. */
  asked: boolean;
}

/** The trigram index finds the names that may be meant; how far each is off in typing decides. */
async function namesAlike(db: Db, { text, lead }: DiscoverFilters): Promise<Alike[]> {
  if (text === null || lead) return [];
  const written = nameKey(text);
  const keys = [written, ...namesAskedFor(text).map(nameKey)].filter((key) => key !== "");
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ key: string; slug: string; name_key: string }>(sql`
    select key, slug, name_key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as keys(key)
    cross join lateral (
      select slug, name_key from product_names order by name_key <-> key, name_key, slug limit ${MAX_ALIKE}
    ) as names`);
  return rows.map(({ key, slug, name_key }) => ({ slug, near: spelledAlike(key, name_key), asked: key !== written }));
}

/** Behind the prices on the axis, those of long ago last, come those in other units, those in other currencies, what is free, what has no price. */
function onAxis({ currency, units, since = null }: PriceAxis, key: SQL): SQL {
  const alike = sql.join(
    units.map((unit) => sql`${unit}`),
    sql`, `,
  );
  const older = since === null ? sql`0` : sql`case when observed_at < ${since}::date then 5e29 else 0 end`;
  return sql`case when starting_price = 0 or starting_price is null and pricing_model in ('open_source', 'free') then 3e30
    when starting_price is null then 4e30 when price is null then 2e30
    when currency = ${currency} and price_unit in (${alike}) then ${key} + ${older} else 1e30 + ${key} end`;
}

/** Smaller is earlier; equal keys are in order of the slug. */
function sortKey(sort: DiscoverSort, axis: PriceAxis | null): SQL {
  switch (sort) {
    case "relevance":
      return sql`(-rank)::numeric`;
    case "price":
      if (axis) return onAxis(axis, sql`price`);
      // Those without a price in the currency come last.
      return sql`coalesce(price, 1e30)`;
    case "dearest":
      return axis ? onAxis(axis, sql`-price`) : sql`coalesce(-price, 1e30)`;
    case "name":
      return sql`name collate "C"`;
    case "freshness":
      return sql`(date '9999-12-31' - observed_at)::numeric`;
    case "confidence":
      // Those without a price come last.
      return sql`coalesce(-confidence, 1)::numeric`;
  }
}

/** One page, in an order in which every product stands exactly once. */
export async function discoverPage(db: Db, page: DiscoverPage): Promise<Found[]> {
  return (await discover(db, page, false)).products;
}

export interface Facet {
  /** Null: not known. */
  value: string | null;
  count: number;
}

export type FacetName = "category" | "pricingModel" | "freeTier" | "priceStatus" | "freePlan" | "selfHosted";

export interface DiscoverTotals {
  total: number;
  /** Products that may match: what decides it is not known of them. */
  excluded: number;
  facets: Record<FacetName, Facet[]>;
}

/** By what grouping() says of the columns in this order: a bit is 0 where the column is grouped by. */
const FACETS = {
  31: "category",
  47: "pricingModel",
  55: "freeTier",
  59: "priceStatus",
  61: "freePlan",
  62: "selfHosted",
} as const satisfies Record<number, FacetName>;
const ALL = 63;

export async function discoverTotals(db: Db, filters: DiscoverFilters): Promise<DiscoverTotals> {
  return (await discover(db, { filters, sort: "name", after: null, limit: 0 }, true)).totals;
}

type Counted = { facet: number; value: string | null; matched: number; unknown: number };

/** A page, and the totals of all pages where they are wanted: what the text may mean is looked for once. */
export async function discover(
  db: Db,
  { filters, sort, after, offset = 0, limit, axis = null }: DiscoverPage,
  counting: boolean,
): Promise<{ products: Found[]; totals: DiscoverTotals }> {
  const key = sortKey(sort, axis);
  const type = SORT_KEY[sort] === "text" ? sql`text collate "C"` : sql`numeric`;
  const beyond =
    after === null
      ? sql``
      : sql`and (${key}, tie, slug collate "C")
          > (${after.key}::${type}, ${after.tie}::numeric, ${after.slug}::text collate "C")`;
  const counted = sql`
    select grouping(category, pricing_model, free_tier, price_status, free_plan, self_hosted)::int as facet,
      coalesce(category, pricing_model, price_status,
        case coalesce(free_tier, free_plan, self_hosted) when true then 'true' when false then 'false' end) as value,
      (count(*) filter (where matched))::int as matched, (count(*) filter (where matched is null))::int as unknown
    from judged
    group by grouping sets ((category), (pricing_model), (free_tier), (price_status), (free_plan), (self_hosted), ())
    order by matched desc, value`;
  const alike = await namesAlike(db, filters);
  const { rows } = await db.execute<{ products: Found[]; counted: Counted[] }>(sql`
    ${judged(filters, alike)}
    select (select coalesce(json_agg(page), '[]') from (
        select slug, (${key})::text as key, tie::text as tie, sources, prominence from judged where matched ${beyond}
        order by ${key}, judged.tie, slug collate "C" limit ${limit} offset ${offset}
      ) as page) as products,
      (${counting ? sql`select coalesce(json_agg(counted), '[]') from (${counted}) as counted` : sql`'[]'::json`}) as counted`);
  const [row = { products: [], counted: [] }] = rows;
  return { products: row.products, totals: totalsOf(row.counted) };
}

function totalsOf(rows: readonly Counted[]): DiscoverTotals {
  const totals: DiscoverTotals = {
    total: 0,
    excluded: 0,
    facets: { category: [], pricingModel: [], freeTier: [], priceStatus: [], freePlan: [], selfHosted: [] },
  };
  for (const { facet, value, matched, unknown } of rows) {
    if (facet === ALL) {
      totals.total = matched;
      totals.excluded = unknown;
    } else if (matched > 0) totals.facets[FACETS[facet as keyof typeof FACETS]].push({ value, count: matched });
  }
  return totals;
}
