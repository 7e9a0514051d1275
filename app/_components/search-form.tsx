import { SearchField } from "./search-field";

type Props = { id: string; query?: string; large?: boolean; label?: string };

/** A form that asks the search page; where scripts run, the field offers products while one types. */
export function SearchForm({ id, query, large = false, label = "Product or vendor" }: Props) {
  return (
    <form action="/search" method="get" className={large ? "field field-large" : "field"}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <SearchField id={id} query={query} label={label} />
      <button type="submit">Search</button>
    </form>
  );
}
