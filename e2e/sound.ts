import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    /** Set after axe has loaded. */
    axe?: typeof axe & { commons: { color: { Color: { prototype: Colour } } } };
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Replaces the weak maps in which axe, written for old browsers, stores each field of a colour. They take a quarter of
 * its time.
 */
const ON_THE_OBJECT = `class {
  #name = Symbol();
  has(object) { return this.#name in object; }
  get(object) { return object[this.#name]; }
  set(object, value) { object[this.#name] = value; return this; }
  add(object) { return this.set(object, true); }
}`;
const AXE = `((WeakMap, WeakSet) => {${SOURCE}\n})(${ON_THE_OBJECT}, ${ON_THE_OBJECT})`;

/**
 * Rules that depend on layout or on elements shown only on phones, such as names of menu parts and of stacked cells.
 */
const BY_LAYOUT = [
  "aria-hidden-focus",
  "button-name",
  "color-contrast",
  "label",
  "link-in-text-block",
  "link-name",
  "scrollable-region-focusable",
  "target-size",
];

/**
 * Checks that axe finds no violation and that the page does not scroll sideways. Wide layouts are tested in light
 * colours, phone layouts in dark ones.
 */
export async function expectSound(page: Page, where = page.url()): Promise<void> {
  await expectNoSidewaysScroll(page, where);
  const isWide = (page.viewportSize()?.width ?? 0) > 600;
  await page.emulateMedia({ colorScheme: isWide ? "light" : "dark" });
  // The structure is the same at every width.
  await expectNoViolations(page, where, isWide ? undefined : BY_LAYOUT);
}

export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  await page.waitForLoadState();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    // Also checks content that is laid out only when a reader scrolls near it.
    const whole = new CSSStyleSheet();
    whole.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [whole];
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `${where} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
}

/** Runs every axe rule except the experimental ones, or only the given rules. Loads axe once per page. */
async function expectNoViolations(page: Page, where: string, rules?: string[]): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => window.axe !== undefined)) continue;
    await frame.evaluate(AXE);
    await frame.evaluate(readEachColourOnce);
  }
  const options: axe.RunOptions = { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) };
  const found = await page.evaluate(async (options) => {
    const result = await window.axe?.run(document, options);
    return result?.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
    }));
  }, options);
  expect(found, where).toEqual([]);
}

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Colour;
}

/** Caches parsed colours. A page has a dozen colours, but axe parses them for every text: two fifths of its time. */
function readEachColourOnce(): void {
  if (!window.axe) throw new Error("axe was not read");
  const { prototype } = window.axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (this: Colour, text) {
    const read = known.get(text);
    if (read) return Object.assign(this, read);
    const { r, g, b, alpha } = parseString.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}
