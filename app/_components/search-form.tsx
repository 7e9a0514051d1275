type Props = { id: string; query?: string; large?: boolean; label?: string };

export function SearchForm({ id, query, large = false, label = "Product or vendor" }: Props) {
  return (
    <form action="/search" method="get" className={large ? "field field-large" : "field"}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={query}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <button type="submit">Search</button>
    </form>
  );
}
