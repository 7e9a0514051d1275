import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    /** Once AXE was read. */
    axe?: typeof axe & { commons: { color: { Color: { prototype: Colour } } } };
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Instead of the weak maps in which axe, written for old browsers, keeps each field of a colour: a quarter of its time. */
const ON_THE_OBJECT = `class {
  #name = Symbol();
  has(object) { return this.#name in object; }
  get(object) { return object[this.#name]; }
  set(object, value) { object[this.#name] = value; return this; }
  add(object) { return this.set(object, true); }
}`;
const AXE = `((WeakMap, WeakSet) => {${SOURCE}\n})(${ON_THE_OBJECT}, ${ON_THE_OBJECT})`;

/** What a page's layout decides, and what a phone alone is shown: names of the menu's parts and of stacked cells. */
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

/** axe finds nothing, and the page does not scroll sideways: the wide layout in light colours, a phone's in dark ones. */
export async function expectSound(page: Page, where = page.url()): Promise<void> {
  await expectNoSidewaysScroll(page, where);
  const isWide = (page.viewportSize()?.width ?? 0) > 600;
  await page.emulateMedia({ colorScheme: isWide ? "light" : "dark" });
  // Structure is the same at every width.
  await expectNoViolations(page, where, isWide ? undefined : BY_LAYOUT);
}

export async function expectNoSidewaysScroll(page: Page, where = page.url()): Promise<void> {
  await page.waitForLoadState();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    // What is not laid out until a reader comes near is looked at too.
    const whole = new CSSStyleSheet();
    whole.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [whole];
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `${where} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
}

/** Every rule of axe but the experimental ones, or the named ones alone. Its source is read once in a page. */
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

/** A page has a dozen colours, which axe else works out for every text in it anew: two fifths of its time. */
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
