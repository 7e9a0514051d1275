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
