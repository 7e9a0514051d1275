import { SearchField } from "./search-field";

type Props = { id: string; query?: string; large?: boolean; label?: string };

/** A form for the search page. With JavaScript the field suggests products while the reader types. */
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
