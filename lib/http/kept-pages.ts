/**
 * Parts of a category's address that choose another list than the kept one: see the rewrites. A part that is missing
 * here is taken out of the address before the list is drawn.
 */
export const LIST_CHOICES = ["free", "self", "model", "having", "max", "sort", "page"];

/** Part of a product's address that says for how many: another page than the kept one, see the rewrites. */
export const COUNT_CHOICE = "seats";

/** Pages that are kept as they were first drawn, or as the build drew them; every other is drawn for each request. */
const KEPT = /^\/(?:software\/[^/]+(?:\/[^/]+)?|categories\/a-z\/[^/]+|calculators|problems(?:\/[^/]+)?)$/;

export function isKept(path: string): boolean {
  return KEPT.test(path);
}

/** Kept by Next, and drawn anew with each edition of the catalogue: each says in its head of which it was drawn. */
const OF_AN_EDITION = /^\/(?:software\/[a-z0-9-]+(?:\/[a-z0-9-]+)?|categories\/a-z\/[a-z0-9-]+)$/;
const OF_THE_BUILD = /^\/(?:calculators|problems(?:\/[a-z_]+)?)$/;
/** Drawn by Next for each request, and alike for all who ask until the catalogue or the day is another. */
const ALIKE =
  /^\/(?:|about|agents|badges|bot|calculators\/(?:llm|tco)|categories(?:\/a-z)?|changes|compare|coverage|docs(?:\/[a-z_-]+)?|license|methodology|pricing|privacy|terms)$/;

/** `edition`: its head says of which edition it was drawn. `build`: it never changes. `alike`: each answer has a nonce. */
export type SharedPage = "edition" | "build" | "alike";

/**
 * How a page is shown to all who ask for it at this path, written as its links write it; null for any other page.
 * Nothing of who asks may stand in one: see the test of two readers.
 */
export function sharedPage(path: string): SharedPage | null {
  if (OF_AN_EDITION.test(path)) return "edition";
  if (OF_THE_BUILD.test(path)) return "build";
  return ALIKE.test(path) ? "alike" : null;
}

/** Name of the member of a page's head that tells its edition. */
export const EDITION_META = "catalogue-edition";
