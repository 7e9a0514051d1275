"use client";

import { usePathname } from "next/navigation";
import { SearchForm } from "./search-form";

/** A search field that holds what the address asked for. */
export function AskedFor() {
  const last = usePathname().split("/").filter(Boolean).at(-1) ?? "";
  const query = last
    .replace(/[-_]+/g, " ")
    .replace(/%[0-9a-f]{2}/gi, " ")
    .trim();
  return (
    <>
      {query ? (
        <p>
          <a href={`/search?q=${encodeURIComponent(query)}`}>Search the catalogue for “{query}”</a>; near spellings are
          found too.
        </p>
      ) : null}
      <search className="mt-4 block">
        <SearchForm id="missing-search" query={query} large />
      </search>
    </>
  );
}
