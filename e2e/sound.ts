import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing on the page as it stands, and it does not scroll sideways: light and dark, a phone's width in dark. */
export async function expectSound(page: Page, where = page.url()): Promise<void> {
  await expectNoSidewaysScroll(page, where);
  const isWide = (page.viewportSize()?.width ?? 0) > 600;
  await page.emulateMedia({ colorScheme: isWide ? "light" : "dark" });
  await expectNoViolations(page, where);
  if (!isWide) return;
  // Nothing but the colours is another.
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, `${where}, dark`, ["color-contrast"]);
}

export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  await page.waitForLoadState();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `${where} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
}

/** Every rule of axe but the experimental ones, or the named ones alone. */
async function expectNoViolations(page: Page, where: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"], preload: false });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  }));
  expect(found, where).toEqual([]);
}
