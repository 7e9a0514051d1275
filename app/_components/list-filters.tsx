import type { BrowsePage, BrowseQuery } from "@/app/_data/browse";
import { countOf, PRICE_ORDER, sortWords, unknownProducts } from "@/lib/format/list";
import { formatNumber } from "@/lib/format/money";
import { pricingModelWords } from "@/lib/format/words";
import { HAVING, type Having } from "@/lib/schemas/discover";

type Props = {
  path: string;
  query: BrowseQuery;
  page: Pick<BrowsePage, "facets" | "total" | "excluded" | "excludedProducts" | "sort" | "currency">;
  sorts: readonly NonNullable<BrowseQuery["sort"]>[];
  /** Maps slugs to names. Set if the list may contain several categories. */
  categories?: ReadonlyMap<string, string>;
  /** Query parameters that could not be read. */
  ignored: readonly string[];
  unitNote?: string;
};

const PART_WORDS: Record<string, string> = {
  q: "search text",
  category: "category",
  free: "free plan",
  self: "free to self-host",
  model: "pricing model",
  having: "available data",
  max: "maximum price",
  sort: "sort order",
  literal: "exact words",
  page: "page",
};

const HAVING_WORDS: Record<Having, string> = {
  price: "Price or rate card",
  sso: "Charge for single sign-on",
  dispute: "Sources disagree",
  has_sso: "Single sign-on",
  scim: "SCIM",
  audit_log: "Audit log",
  student_offer: "Student offer",
  educator_offer: "Educator offer",
  nonprofit_offer: "Nonprofit offer",
  open_source_offer: "Open-source offer",
  startup_offer: "Start-up offer",
};

type Model = Parameters<typeof pricingModelWords>[0];

type Facet = BrowsePage["facets"]["category"];

/** Returns the chosen value and the values that have results with the other filters. */
function offered(facet: Facet, chosen: string | undefined): { value: string; count: number }[] {
  const found = facet.flatMap(({ value, count }) => (value === null || count === 0 ? [] : [{ value, count }]));
  const isThere = chosen === undefined || found.some(({ value }) => value === chosen);
  return isThere ? found : [{ value: chosen, count: 0 }, ...found];
}

/** Shows the filters of the URL as a form that works without JavaScript. */
export function ListFilters({ path, query, page, sorts, categories, ignored, unitNote }: Props) {
  const { facets, total, excluded, excludedProducts, sort, currency } = page;
  const filtered = [query.free, query.self, query.model, query.having, query.max, query.category && categories].some(
    (part) => part,
  );
  const ownHost = offered(facets.selfHosted, query.self && "true").filter(({ value }) => value === "true");
  return (
    <form key={JSON.stringify(query)} action={path} method="get" className="filters no-print" aria-label="Filters">
      {query.q === undefined ? null : <input type="hidden" name="q" value={query.q} />}
      {query.literal === undefined ? null : <input type="hidden" name="literal" value={query.literal} />}
      {categories ? (
        <label>
          <span>Category</span>
          <select name="category" defaultValue={query.category ?? ""}>
            <option value="">Any</option>
            {offered(facets.category, query.category).map(({ value, count }) => (
              <option key={value} value={value}>
                {categories.get(value) ?? value} ({formatNumber(count)})
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label>
        <span>Free plan</span>
        <select name="free" defaultValue={query.free ?? ""}>
          <option value="">Any</option>
          {offered(facets.freePlan, query.free && String(query.free === "yes")).map(({ value, count }) => (
            <option key={value} value={value === "true" ? "yes" : "no"}>
              {value === "true" ? "Yes" : "No"} ({formatNumber(count)})
            </option>
          ))}
        </select>
      </label>
      {ownHost.length > 0 ? (
        <label>
          <span>Free to self-host</span>
          <select name="self" defaultValue={query.self ?? ""}>
            <option value="">Any</option>
            {ownHost.map(({ value, count }) => (
              <option key={value} value="yes">
                Yes ({formatNumber(count)})
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label>
        <span>Pricing model</span>
        <select name="model" defaultValue={query.model ?? ""}>
          <option value="">Any</option>
          {offered(facets.pricingModel, query.model).map(({ value, count }) => (
            <option key={value} value={value}>
              {pricingModelWords(value as Model)} ({formatNumber(count)})
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Available data</span>
        <select name="having" defaultValue={query.having ?? ""}>
          <option value="">Any</option>
          {HAVING.map((value) => (
            <option key={value} value={value}>
              {HAVING_WORDS[value]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Maximum, {currency} per month</span>
        <input
          name="max"
          type="number"
          min="0"
          step="any"
          inputMode="decimal"
          defaultValue={query.max}
          title={unitNote}
          placeholder="any"
        />
      </label>
      <label>
        <span>Sort by</span>
        <select name="sort" defaultValue={query.sort ?? sort}>
          {sorts.map((name) => (
            <option key={name} value={name}>
              {sortWords(name)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Apply</button>
      <p className="filters-note" role="status">
        {countOf(total, "product")}
        {filtered ? (total === 1 ? " matches" : " match") : null}
        {excluded > 0 ? `. ${unknownProducts(excluded, excludedProducts)}` : null}.
        {filtered ? (
          <>
            {" "}
            <a href={query.q === undefined ? path : `${path}?q=${encodeURIComponent(query.q)}`}>Clear filters</a>
          </>
        ) : null}
        {sort === "price" || sort === "-price" ? ` ${PRICE_ORDER}` : null}
        {ignored.length > 0
          ? ` Invalid values, not used: ${ignored.map((name) => PART_WORDS[name] ?? name).join(", ")}.`
          : null}
      </p>
    </form>
  );
}
