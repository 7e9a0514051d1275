import { listPath } from "../_data/paths";

/** Where a search for an exact name leads to. */
export const SEARCHED_ID = "searched";

/** The way back to the results, shown to who was led here from a search: see `.searched`. */
export function Searched({ name }: { name: string }) {
  return (
    <p id={SEARCHED_ID} className="searched no-print">
      Showing the exact match for “{name}”.{" "}
      <a href={listPath("/search", { q: name, literal: "true" })} rel="nofollow">
        See all search results
      </a>
    </p>
  );
}
