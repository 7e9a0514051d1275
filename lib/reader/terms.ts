import type { CheerioAPI } from "cheerio/slim";
import { elementsOf, textWithin } from "./dom";
import { captionOf } from "./price-text";

/** How a price is billed, as a toggle names it. */
export type Term = "monthly" | "annual";

interface Attributed {
  name: string;
  attribs: Record<string, string>;
}

const MONTHLY = /^(?:monthly|month|mo|months|permonth|mensuel|mensual|monatlich|m2m)$/;
const ANNUAL = /^(?:annual|annually|yearly|year|yr|years|peryear|annuel|anual|jaehrlich|jährlich)$/;

/** Splits `price-monthly`, `priceMonthly` or `billing_annual` into words. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export function termOfWords(words: readonly string[]): Term | null {
  const monthly = words.some((word) => MONTHLY.test(word));
  const annual = words.some((word) => ANNUAL.test(word));
  return monthly === annual ? null : monthly ? "monthly" : "annual";
}

/** Returns the term in a condition: "annual", "!annual", "billing === 'monthly'", "period !== 'yearly'". */
export function termOfCondition(condition: string): Term | null {
  const term = termOfWords(wordsIn(condition));
  if (term === null) return null;
  const isNegated = /!==?/.test(condition) !== /(?:^|[^=!])!(?!=)/.test(condition) && /!/.test(condition);
  const isFalse = /===?\s*false/.test(condition);
  return isNegated !== isFalse ? (term === "monthly" ? "annual" : "monthly") : term;
}

const CONDITIONS = [
  "x-show",
  "x-if",
  "v-show",
  "v-if",
  "ng-show",
  "ng-if",
  ":hidden",
  "data-show-when",
  "data-show-if",
  "data-if",
];
const VALUES = [
  "data-billing",
  "data-period",
  "data-term",
  "data-interval",
  "data-cycle",
  "data-plan-term",
  "data-frequency",
  "data-toggle-value",
  "data-tab",
  "data-tab-panel",
  "data-pane",
  "data-billing-cycle",
  "data-billing-period",
  "data-value",
  "data-duration",
  "data-show",
  "data-price-type",
  "data-type",
  "data-content",
];

/** Returns the term that an element is shown for, from its own attributes or from the control that shows it. */
export function termsOf($: CheerioAPI): (element: Attributed) => Term | null {
  const byId = new Map<string, Term>();
  for (const control of elementsOf($)) {
    const { attribs } = control;
    if (
      !("aria-controls" in attribs || "data-target" in attribs || "data-bs-target" in attribs) &&
      !attribs.href?.startsWith("#")
    )
      continue;
    const target =
      attribs["aria-controls"] ?? attribs["data-target"] ?? attribs["data-bs-target"] ?? attribs.href ?? "";
    if (target.length > 80) continue;
    const text = textWithin(control, 100);
    const term = text.length > 80 ? null : captionOf(text.replace(/\(?\s*(?:save|-)?\s*(?:up to\s*)?\d+\s?%.*$/i, ""));
    if (term !== null) byId.set(target.replace(/^#/, ""), term);
  }
  return ({ name, attribs }) => {
    if (name === "body" || name === "html" || name === "input" || name === "button" || name === "label") return null;
    if (attribs.role === "tab" || attribs.role === "switch" || attribs.role === "radio") return null;
    for (const key of CONDITIONS) {
      const condition = attribs[key];
      if (condition === undefined) continue;
      const term = termOfCondition(condition);
      if (term !== null) return key === ":hidden" ? (term === "monthly" ? "annual" : "monthly") : term;
    }
    for (const key of VALUES) {
      const value = attribs[key];
      const term = value === undefined || value.length > 40 ? null : termOfWords(wordsIn(value));
      if (term !== null) return term;
    }
    const { id, class: classes } = attribs;
    if (id !== undefined && byId.has(id)) return byId.get(id) ?? null;
    const labelled = attribs["aria-labelledby"];
    if (labelled !== undefined && attribs.role === "tabpanel" && labelled.length < 60) {
      const term = termOfWords(wordsIn(labelled));
      if (term !== null) return term;
    }
    // "toggle-monthly-annual" names both, so it is ignored.
    if (classes !== undefined && classes.length < 300) {
      const term = termOfWords(
        classes
          .split(/\s+/)
          .filter(
            (one) =>
              !/^(?:toggle|btn|button|switch|tab|period|per|price-period|suffix)(?:$|[-_])|[-_](?:toggle|btn|button|label|tab)$/.test(
                one,
              ),
          )
          .flatMap(wordsIn),
      );
      if (term !== null) return term;
    }
    if (id !== undefined && id.length < 60 && !/(?:toggle|btn|button|tab|label|input|radio)/i.test(id))
      return termOfWords(wordsIn(id));
    return null;
  };
}
