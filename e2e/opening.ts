import type { Page } from "@playwright/test";

/**
 * Runs an action that opens another page, and waits until that page has loaded. A click returns while the old page is
 * still shown, and the URL changes before the new page is parsed. Code that then reads the page without waiting would
 * see the old page or half of the new one, or another navigation would interrupt the load.
 */
export async function opening(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("load"), act()]);
}
