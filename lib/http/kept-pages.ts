/**
 * Parts of a category's address that choose another list than the kept one: see the rewrites. A part that is missing
 * here is taken out of the address before the list is drawn.
 */
export const LIST_CHOICES = ["free", "self", "model", "having", "max", "sort", "page"];
