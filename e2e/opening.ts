import type { Page } from "@playwright/test";

/**
 * Does what opens another page and waits until that page is whole. A click returns while the old page still stands, and
 * the address changes before the new one is read in: what is then taken from the page at once, without an expectation
 * that waits, would be of the old page, of half of the new one, or cut the way to it short by going elsewhere.
 */
export async function opening(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), act()]);
}
