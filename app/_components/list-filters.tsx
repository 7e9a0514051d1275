import type { BrowsePage, BrowseQuery } from "@/app/_data/browse";
import { countOf, sortWords } from "@/lib/format/list";
import { formatNumber } from "@/lib/format/money";
import { pricingModelWords } from "@/lib/format/words";
import { HAVING, type Having } from "@/lib/schemas/discover";

type Props = {
  path: string;
  query: BrowseQuery;
  page: Pick<BrowsePage, "facets" | "total" | "excluded" | "sort" | "currency">;
  sorts: readonly NonNullable<BrowseQuery["sort"]>[];
  /** Slug → name, where the list may hold several categories. */
  categories?: ReadonlyMap<string, string>;
  /** Parts of the address that could not be read. */
  ignored: readonly string[];
  unitNote?: string;
};

const PART_WORDS: Record<string, string> = {
  q: "text",
  category: "category",
  free: "free plan",
  model: "pricing",
  having: "what is known",
  max: "highest price",
  sort: "order",
  literal: "as written",
  page: "page",
};

const HAVING_WORDS: Record<Having, string> = {
  price: "A price or rate card",
  sso: "A charge for single sign-on",
  dispute: "Sources that disagree",
};

type Model = Parameters<typeof pricingModelWords>[0];

/** What the address says, as a form that works without a script. */
export function ListFilters({ path, query, page, sorts, categories, ignored, unitNote }: Props) {
  const { facets, total, excluded, sort, currency } = page;
  const filtered = [query.free, query.model, query.having, query.max, query.category && categories].some(
    (part) => part,
  );
  const counts = new Map(facets.freeTier.map(({ value, count }) => [value, count]));
  return (
    <form key={JSON.stringify(query)} action={path} method="get" className="filters no-print" aria-label="Filters">
      {query.q === undefined ? null : <input type="hidden" name="q" value={query.q} />}
      {query.literal === undefined ? null : <input type="hidden" name="literal" value={query.literal} />}
      {categories ? (
        <label>
          <span>Category</span>
          <select name="category" defaultValue={query.category ?? ""}>
            <option value="">Any</option>
            {facets.category.map(({ value, count }) =>
              value ? (
                <option key={value} value={value}>
                  {categories.get(value) ?? value} ({formatNumber(count)})
                </option>
              ) : null,
            )}
          </select>
        </label>
      ) : null}
      <label>
        <span>Free plan</span>
        <select name="free" defaultValue={query.free ?? ""}>
          <option value="">Any</option>
          <option value="yes">Yes ({formatNumber(counts.get("true") ?? 0)})</option>
          <option value="no">No ({formatNumber(counts.get("false") ?? 0)})</option>
        </select>
      </label>
      <label>
        <span>Pricing</span>
        <select name="model" defaultValue={query.model ?? ""}>
          <option value="">Any</option>
          {facets.pricingModel.map(({ value, count }) =>
            value ? (
              <option key={value} value={value}>
                {pricingModelWords(value as Model)} ({formatNumber(count)})
              </option>
            ) : null,
          )}
        </select>
      </label>
      <label>
        <span>What is known</span>
        <select name="having" defaultValue={query.having ?? ""}>
          <option value="">Anything</option>
          {HAVING.map((value) => (
            <option key={value} value={value}>
              {HAVING_WORDS[value]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>At most, {currency} a month</span>
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
        <span>Order</span>
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
        {filtered ? " match" : null}
        {excluded > 0 ? `; of ${formatNumber(excluded)} more it is not known whether they do` : null}.
        {filtered ? (
          <>
            {" "}
            <a href={query.q === undefined ? path : `${path}?q=${encodeURIComponent(query.q)}`}>Clear the filters</a>
          </>
        ) : null}
        {ignored.length > 0
          ? ` Not understood and left out: ${ignored.map((name) => PART_WORDS[name] ?? name).join(", ")}.`
          : null}
      </p>
    </form>
  );
}
