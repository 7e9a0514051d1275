import type { CheerioAPI } from "cheerio/slim";
import { type DomElement, elementsOf, textWithin } from "./dom";
import { captionOf } from "./price-text";
import { type Term, termOfWords, wordsIn } from "./terms";

const LABELS: [RegExp, Term][] = [
  [
    /^(?:(?:bill(?:ed)?|pay|paid) )?(?:monthly|month to month|monatlich|mensuel|mensual|mensal)(?: (?:billing|plans?|payment))?$/iu,
    "monthly",
  ],
  [
    /^(?:(?:bill(?:ed)?|pay|paid) )?(?:annual|annually|yearly|jährlich|annuel|anual)(?: (?:billing|plans?|payment))?$/iu,
    "annual",
  ],
];

/** Returns the term of a toggle's label: "Annual (save 20%)", "Pay yearly −15 %". */
function termOfLabel(text: string): Term | null {
  const bare = text
    .replace(/[\s\u00a0]+/g, " ")
    .trim()
    .replace(
      /[\s(·•|,–—-]*(?:(?:and |you )?(?:save|get|spare|up to)\b.*|[-–−]?\s*\d+\s?%.*|\d+ months? free.*|best value.*|two months free.*)$/iu,
      "",
    )
    .trim();
  if (bare.length > 30) return null;
  return captionOf(bare) ?? LABELS.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

const STATE_CLASSES =
  /^(?:active|is-active|selected|is-selected|current|checked|on|is-on|toggle--active|tab--active|tab-active|btn-active|nav-link-active|w--current)$/i;

const CONTROLS = new Set(["button", "a", "li", "span", "div", "label"]);

function labelAround(input: DomElement): string {
  let parent = input.parent;
  for (let up = 0; up < 4 && parent !== null && "attribs" in parent; up += 1) {
    if (parent.name === "label") return textWithin(parent, 100);
    parent = parent.parent;
  }
  return "";
}

/** Returns the selected state of the page's toggle between monthly and annual. Null if there is no visible toggle. */
export function selectedTerm($: CheerioAPI): Term | null {
  const states: { term: Term; isOn: boolean | null; kind: "choice" | "switch" }[] = [];
  const labelFor = new Map<string, string>();
  const elements = elementsOf($);
  for (const label of elements)
    if (label.name === "label" && label.attribs.for) labelFor.set(label.attribs.for, textWithin(label, 100));
  for (const element of elements) {
    const { name, attribs } = element;
    if (name === "input") {
      const { type } = attribs;
      if (type !== "radio" && type !== "checkbox") continue;
      const spoken =
        (attribs.id !== undefined ? labelFor.get(attribs.id) : undefined) ||
        labelAround(element) ||
        attribs["aria-label"] ||
        "";
      const term = termOfLabel(spoken) ?? (type === "radio" ? termOfWords(wordsIn(attribs.value ?? "")) : null);
      if (term !== null)
        states.push({ term, isOn: "checked" in attribs, kind: type === "radio" ? "choice" : "switch" });
      continue;
    }
    if (!CONTROLS.has(name) && attribs.role === undefined) continue;
    const said =
      attribs["aria-selected"] ?? attribs["aria-checked"] ?? attribs["aria-pressed"] ?? attribs["aria-current"];
    const isMarked = (attribs.class ?? "")
      .slice(0, 1_000)
      .split(/\s+/)
      .some((one) => STATE_CLASSES.test(one));
    const isSwitch = attribs.role === "switch";
    if (
      said === undefined &&
      !("data-state" in attribs) &&
      !isMarked &&
      name !== "button" &&
      attribs.role === undefined
    )
      continue;
    // Only small elements are controls.
    if (element.children.length > 6) continue;
    const text = textWithin(element, 100);
    if (text.length > 80) continue;
    const term = termOfLabel(text.trim() === "" || isSwitch ? (attribs["aria-label"] ?? text) : text);
    if (term === null) continue;
    const isOn =
      said !== undefined
        ? said !== "false"
        : "data-state" in attribs
          ? /^(?:active|on|checked|selected)$/.test(attribs["data-state"] ?? "")
          : isMarked
            ? true
            : null;
    states.push({ term, isOn, kind: isSwitch ? "switch" : "choice" });
  }
  const choices = states.filter((one) => one.kind === "choice");
  const terms = new Set(choices.map((one) => one.term));
  if (terms.size === 2) {
    const on = new Set(choices.filter((one) => one.isOn === true).map((one) => one.term));
    const [only] = on;
    return on.size === 1 && only !== undefined ? only : null;
  }
  const switches = states.filter((one) => one.kind === "switch");
  const named = new Set(switches.map((one) => `${one.term} ${one.isOn}`));
  const [first] = switches;
  if (named.size !== 1 || !first || first.isOn === null) return null;
  return first.isOn ? first.term : first.term === "annual" ? "monthly" : "annual";
}
