import { listPath } from "../_data/paths";

/** The fragment that a search for an exact name redirects to. */
export const SEARCHED_ID = "searched";

/** A link back to the results for readers whom a search redirected here: see `.searched`. */
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
