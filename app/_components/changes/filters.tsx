import { type Filters, usualPrices } from "@/app/_data/changes";
import { CHANGE_CLASSES, changeClassWords } from "@/lib/format/ledger";
import type { CategoryEntry } from "@/lib/operations/catalog";

type Props = { filters: Filters; categories: readonly CategoryEntry[] };

/** A GET form for the filters. It works without JavaScript. */
export function ChangeFilters({ filters, categories }: Props) {
  const groups = [...new Set(categories.map(({ group }) => group))];
  return (
    <form action="/changes" className="ledger-filters no-print" aria-label="Filter changes">
      {filters.prices === usualPrices(filters) ? null : <input type="hidden" name="prices" value={filters.prices} />}
      <fieldset>
        <legend>Kind</legend>
        {CHANGE_CLASSES.map((kind) => (
          <label key={kind} title={changeClassWords(kind).meaning}>
            <input type="checkbox" name="class" value={kind} defaultChecked={filters.class.includes(kind)} />
            {changeClassWords(kind).name}
          </label>
        ))}
      </fieldset>
      <label>
        <span>Direction</span>
        <select name="direction" defaultValue={filters.direction}>
          <option value="">Any</option>
          <option value="up">Rose</option>
          <option value="down">Fell</option>
          <option value="withdrawn">Withdrawn</option>
        </select>
      </label>
      <label>
        <span>Category</span>
        <select name="category" defaultValue={filters.category}>
          <option value="">All</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {categories
                .filter((category) => category.group === group)
                .map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        <span>Product</span>
        <input
          type="text"
          name="product"
          defaultValue={filters.product}
          placeholder="slack"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label>
        <span>From</span>
        <input type="date" name="since" defaultValue={filters.since} />
      </label>
      <label>
        <span>To</span>
        <input type="date" name="until" defaultValue={filters.until} />
      </label>
      <button type="submit">Apply</button>
      <a href="/changes">Clear filters</a>
    </form>
  );
}
