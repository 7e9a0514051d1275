/**
 * Query parameters of a category's URL that select another list than the cached one: see the rewrites. Any other
 * parameter is removed from the URL before the list is rendered.
 */
export const LIST_CHOICES = ["free", "self", "model", "having", "max", "sort", "page"];

/**
 * Query parameter of a product's URL with the number of seats. It selects another page than the cached one: see the
 * rewrites.
 */
export const COUNT_CHOICE = "seats";

/** Pages that are cached as first rendered or as built. Every other page is rendered for each request. */
const KEPT = /^\/(?:software\/[^/]+(?:\/[^/]+)?|categories\/a-z\/[^/]+|calculators|problems(?:\/[^/]+)?)$/;

export function isKept(path: string): boolean {
  return KEPT.test(path);
}

/** Cached by Next and rendered again with each edition of the catalogue. Each page states its edition in its head. */
const OF_AN_EDITION = /^\/(?:software\/[a-z0-9-]+(?:\/[a-z0-9-]+)?|categories\/a-z\/[a-z0-9-]+)$/;
const OF_THE_BUILD = /^\/(?:calculators|problems(?:\/[a-z_]+)?)$/;
/** Rendered by Next for each request, and the same for every client until the catalogue or the date changes. */
const ALIKE =
  /^\/(?:|about|agents|badges|bot|calculators\/(?:llm|tco)|categories(?:\/a-z)?|changes|compare|coverage|docs(?:\/[a-z_-]+)?|license|methodology|pricing|privacy|terms)$/;

/** `edition`: its head states its edition. `build`: it never changes. `alike`: each response has its own nonce. */
export type SharedPage = "edition" | "build" | "alike";

/**
 * Returns how all clients share the page at this path, which is written as in links; null for any other page. A shared
 * page must not contain anything about the client: see the test of two readers.
 */
export function sharedPage(path: string): SharedPage | null {
  if (OF_AN_EDITION.test(path)) return "edition";
  if (OF_THE_BUILD.test(path)) return "build";
  return ALIKE.test(path) ? "alike" : null;
}

/** Name of the meta element with a page's edition. */
export const EDITION_META = "catalogue-edition";
