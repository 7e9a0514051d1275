import type { CheerioAPI } from "cheerio/slim";
import { type DomElement, elementsOf, textWithin } from "./dom";
import { type Term, termsOf } from "./terms";

/** An element of the page with its display properties. */
export interface Box {
  element: DomElement;
  tag: string;
  parent: Box | null;
  children: (Box | string)[];
  isBlock: boolean;
  /** Hidden by an attribute, a style or a class. */
  isHidden: boolean;
  isStruck: boolean;
  /** A part of the page that names no tiers: navigation, FAQ, testimonials, add-ons, calculators. */
  isAside: boolean;
  /** The box or an ancestor is hidden or aside. */
  isOut: boolean;
  term: Term | null;
  /** Position in document order. `last` is the position of the last element inside. */
  index: number;
  last: number;
}

export interface Boxes {
  root: Box;
  /** In document order. */
  all: Box[];
  /** True if the page was too large to be read completely. */
  isCut: boolean;
}

export const isBox = (child: Box | string): child is Box => typeof child !== "string";

const SKIPPED = new Set(
  "script style template noscript head svg iframe object canvas video audio map math datalist option optgroup title meta link".split(
    " ",
  ),
);
const INLINE = new Set(
  "a abbr b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark meter output progress q s samp select small span strike strong sub sup time tt u var wbr nobr center".split(
    " ",
  ),
);
const MOST_BOXES = 400_000;
const DEEPEST = 512;

const HIDDEN_CLASSES = new Set("hidden d-none is-hidden hide u-hidden invisible display-none".split(" "));
const SHOWN_AGAIN =
  /^(?:(?:sm|md|lg|xl|2xl|max-\w+):(?:block|inline|flex|grid|inline-block|inline-flex|table|table-cell|contents|visible)|d-(?:sm|md|lg|xl|xxl)-\w+)$/;
const STRUCK_CLASSES =
  /^(?:line-through|strike|striked|strikethrough|strike-through|struck|crossed(?:-out)?|text-decoration-line-through|(?:price|amount)[-_]+(?:old|was|before|original|previous|compare)|(?:old|was|before|original|previous|compare-at)[-_]+(?:price|amount)|price--(?:old|was|compare|original)|oldprice|price__(?:old|was|original))$/i;
const STRUCK_LABEL = /^(?:original|old|previous|former|was|regular) (?:price|\$|€|£)|^was\b|^originally\b/i;
const ASIDE_TAGS = new Set(["nav", "footer", "blockquote", "details", "dialog", "aside"]);
const ASIDE_CLASSES =
  /^(?:(?:faqs?|testimonials?|reviews?|calculator|estimator|add-?ons?|addons|extras|competitors?|versus|roi|cookie|footer|blog|related|cart|checkout|case-stud(?:y|ies)|customer-quotes?)(?:$|[-_])|.*[-_](?:faqs?|testimonials?|calculator|estimator|add-?ons?|addons|competitors?)$|(?:nav|navbar|quotes|modal|popup|tooltip|breadcrumbs?)$)/i;

const classesOf = (element: DomElement) => (element.attribs.class ?? "").slice(0, 2_000).split(/\s+/).filter(Boolean);

function isHiddenElement(element: DomElement, styled: Styled, term: Term | null): boolean {
  const { attribs } = element;
  if ("hidden" in attribs && attribs.hidden !== "until-found") return true;
  if (element.name === "input" && attribs.type === "hidden") return true;
  const style = attribs.style?.toLowerCase() ?? "";
  if (style !== "") {
    if (hides(style)) return true;
    if (FADED.test(style)) return RESTS.test(style) || isRestingPane(element, styled, term);
    if (/(?:^|;)\s*display\s*:\s*(?!none)/.test(style)) return false;
  }
  if (styled.faded.has(element)) return isRestingPane(element, styled, term);
  const bySheet = styled.hidden.get(element);
  if (bySheet !== undefined) return bySheet;
  const classes = classesOf(element);
  return classes.some((name) => HIDDEN_CLASSES.has(name)) && !classes.some((name) => SHOWN_AGAIN.test(name));
}

const hides = (declarations: string) =>
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:px|em|rem)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,})/.test(
    declarations,
  );
const FADED = /(?:^|[;{\s])opacity\s*:\s*0(?:\.0+)?%?\s*(?:;|!|$)/;
/** The declarations of a pane that waits for its turn. A script ends the start state of an animation by itself. */
const RESTS =
  /position\s*:\s*(?:absolute|fixed)|pointer-events\s*:\s*none|z-index\s*:\s*-|(?:^|[;{\s])(?:max-)?height\s*:\s*0/;
const MOVES = /(?:^|[;{\s-])(?:transform|translate|scale|filter|animation(?:-name)?)\s*:/;

/**
 * Returns whether a faded element waits in the place of another: a pane of a toggle, a closed menu. Any other is seen
 * by every visitor when it comes into view.
 */
function isRestingPane(element: DomElement, styled: Styled, term: Term | null): boolean {
  const { attribs, parent, name } = element;
  if (term !== null || attribs["aria-hidden"] === "true" || "inert" in attribs) return true;
  if (/^(?:tabpanel|dialog|menu|tooltip)$/.test(attribs.role ?? "")) return true;
  if ((parent?.children.length ?? 0) > MOST_PANES) return true;
  const siblings = (parent?.children ?? []).filter((one) => "attribs" in one && one.name === name) as DomElement[];
  const begins = beginningOf(element);
  return siblings.some((twin, index) => {
    if (twin === element || beginningOf(twin) !== begins) return false;
    const isFaded = styled.faded.has(twin) || FADED.test(twin.attribs.style?.toLowerCase() ?? "");
    return !isFaded || index < siblings.indexOf(element);
  });
}

/** A list of plans has fewer siblings, with the white space between them. */
const MOST_PANES = 120;

/** Returns the letters before the first digit: of a card its name, of panes with the same cards the same. */
const beginningOf = (element: DomElement) =>
  (/^\D*/.exec(textWithin(element, 200))?.[0] ?? "").replace(/[^\p{L}]/gu, "").slice(0, 40);

const isLabelOnly = (element: DomElement) =>
  classesOf(element).some((name) =>
    /^(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|screenreader|sr_only|a11y-hidden|u-sr-only)$/i.test(
      name,
    ),
  );

/** The facts in the page's own style sheets that affect reading it. */
export interface Styled {
  hidden: Map<DomElement, boolean>;
  struck: Set<DomElement>;
  block: Set<DomElement>;
  /** Transparent and moved: the start of an animation. */
  faded: Set<DomElement>;
}

const MOST_RULES = 1_500;
const MOST_MATCHES = 20_000;

/** Reads unconditional rules with plain selectors. A later or more specific rule wins. */
export function readStyles($: CheerioAPI): Styled {
  const styled: Styled = { hidden: new Map(), struck: new Set(), block: new Set(), faded: new Set() };
  const rules: { selector: string; declarations: string; weight: number; order: number }[] = [];
  for (const style of elementsOf($)) {
    if (style.name !== "style") continue;
    const media = style.attribs.media;
    if (media !== undefined && !/^(?:all|screen)$/i.test(media.trim())) continue;
    const text = textWithin(style, 300_000);
    let at = 0;
    while (at < text.length && rules.length < MOST_RULES) {
      if (text.startsWith("/*", at)) {
        const close = text.indexOf("*/", at + 2);
        at = close === -1 ? text.length : close + 2;
        continue;
      }
      const open = text.indexOf("{", at);
      if (open === -1) break;
      const prelude = text
        .slice(at, open)
        .replace(/\/\*[^*]*\*\//g, "")
        .trim();
      if (prelude.startsWith("@")) {
        const statement = text.indexOf(";", at);
        if (statement !== -1 && statement < open) {
          at = statement + 1;
          continue;
        }
        at = endOfBlock(text, open);
        continue;
      }
      const close = text.indexOf("}", open);
      if (close === -1) break;
      const declarations = text.slice(open + 1, close).toLowerCase();
      if (
        /display|visibility|opacity|line-through|font-size\s*:\s*0|text-indent/.test(declarations) &&
        prelude.length < 400
      ) {
        for (const selector of prelude.split(",")) {
          const plain = selector.trim();
          if (
            plain === "" ||
            plain.length > 120 ||
            /::|:(?:hover|focus|active|before|after|visited|target|has|where|is)\b/.test(plain)
          )
            continue;
          rules.push({ selector: plain, declarations, weight: weightOf(plain), order: rules.length });
        }
      }
      at = close + 1;
    }
  }
  rules.sort((a, b) => a.weight - b.weight || a.order - b.order);
  if (rules.length === 0) return styled;
  const matching = matcher($);
  for (const { selector, declarations } of rules) {
    // Text for screen readers: clipped on screen, but still read.
    if (/clip(?:-path)?\s*:|position\s*:\s*absolute/.test(declarations) && /1px/.test(declarations)) continue;
    for (const element of matching(selector)) {
      if (hides(declarations) || FADED.test(declarations)) {
        styled.hidden.set(element, true);
        styled.faded.delete(element);
        if (!hides(declarations) && MOVES.test(declarations) && !RESTS.test(declarations)) styled.faded.add(element);
      } else if (/display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*1/.test(declarations)) {
        styled.hidden.set(element, false);
        styled.faded.delete(element);
      }
      if (/line-through/.test(declarations)) styled.struck.add(element);
      else if (/text-decoration(?:-line)?\s*:\s*none/.test(declarations)) styled.struck.delete(element);
      if (/display\s*:\s*(?:block|flex|grid|list-item|table)\b/.test(declarations)) styled.block.add(element);
    }
  }
  return styled;
}

/** Finds the elements of a selector by the class, id or name in its last part. */
function matcher($: CheerioAPI): (selector: string) => DomElement[] {
  const index = new Map<string, DomElement[]>();
  const enter = (key: string, element: DomElement) => {
    const list = index.get(key);
    if (list) list.push(element);
    else index.set(key, [element]);
  };
  for (const element of elementsOf($)) {
    enter(element.name, element);
    for (const name of classesOf(element).slice(0, 40)) enter(`.${name}`, element);
    if (element.attribs.id) enter(`#${element.attribs.id}`, element);
  }
  let left = MOST_MATCHES;
  return (selector) => {
    const part = /[^\s>+~]+$/.exec(selector)?.[0] ?? "";
    const keys = part.match(/[.#][\w-]+|^[a-z][\w-]*/gi) ?? [];
    const key =
      keys.find((one) => one.startsWith("#")) ?? keys.find((one) => one.startsWith(".")) ?? keys[0]?.toLowerCase();
    const found = key === undefined ? [] : (index.get(key) ?? []);
    if (found.length === 0 || left <= 0) return [];
    left -= found.length;
    if (selector === key) return found;
    try {
      return found.filter((element) => $(element as never).is(selector));
    } catch {
      return [];
    }
  };
}

function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

const weightOf = (selector: string) =>
  (selector.match(/#/g)?.length ?? 0) * 100 +
  (selector.match(/[.[:]/g)?.length ?? 0) * 10 +
  (selector.match(/(?:^|[\s>+~])[a-z]/gi)?.length ?? 0);

/** Distinguishes the page's footer from a card's, which contains the card's terms. */
const isPageFooter = (parent: Box | null) =>
  parent === null || parent.tag === "body" || (parent.tag === "div" && parent.parent?.tag === "body");

/** Returns the page as boxes. Does not recurse, because a page may be nested arbitrarily deep. */
export function boxesOf($: CheerioAPI): Boxes {
  const styled = readStyles($);
  const terms = termsOf($);
  const all: Box[] = [];
  const body = elementsOf($).find((element) => element.name === "body") ?? {
    name: "body",
    attribs: {},
    children: $.root()[0]?.children ?? [],
  };
  const make = (element: DomElement, parent: Box | null): Box => {
    const style = element.attribs.style?.toLowerCase() ?? "";
    const classes = classesOf(element);
    const isFrame = parent === null || element.name === "main" || element.name === "body";
    const label = element.attribs["aria-label"] ?? "";
    const term = terms(element);
    const isHidden = isHiddenElement(element, styled, term) && parent !== null;
    const isAside =
      !isFrame &&
      ((ASIDE_TAGS.has(element.name) && (element.name !== "footer" || isPageFooter(parent))) ||
        (element.name === "header" && element.children.some((child) => "name" in child && child.name === "nav")) ||
        classes.some((name) => ASIDE_CLASSES.test(name)) ||
        ASIDE_CLASSES.test(element.attribs.id ?? "") ||
        /^(?:navigation|contentinfo|dialog|complementary)$/.test(element.attribs.role ?? ""));
    return {
      element,
      tag: element.name,
      parent,
      children: [],
      isBlock:
        !INLINE.has(element.name) ||
        styled.block.has(element) ||
        /display\s*:\s*(?:block|flex|grid)\b/.test(style) ||
        (element.name === "span" && classes.some((name) => name === "block" || name === "d-block")),
      isHidden,
      isStruck:
        element.name === "s" ||
        element.name === "del" ||
        element.name === "strike" ||
        style.includes("line-through") ||
        styled.struck.has(element) ||
        classes.some((name) => STRUCK_CLASSES.test(name)) ||
        STRUCK_LABEL.test(label),
      isAside,
      isOut: isHidden || isAside || (parent?.isOut ?? false),
      term,
      index: all.length,
      last: all.length,
    };
  };
  const root = make(body as DomElement, null);
  all.push(root);
  // As in a browser, elements beyond the maximum depth become siblings.
  const stack: { box: Box; element: DomElement; next: number }[] = [{ box: root, element: root.element, next: 0 }];
  let isCut = false;
  while (stack.length > 0) {
    const frame = stack[stack.length - 1];
    if (!frame) break;
    const child = frame.element.children[frame.next];
    frame.next += 1;
    if (!child) {
      frame.box.last = all.length - 1;
      stack.pop();
      continue;
    }
    if (child.type === "text") {
      if (child.data !== "") frame.box.children.push(child.data);
      continue;
    }
    if (child.type !== "tag" && child.type !== "cdata") continue;
    const element = child as DomElement;
    if (SKIPPED.has(element.name)) continue;
    if (all.length >= MOST_BOXES) {
      isCut = true;
      continue;
    }
    const box = make(element, frame.box);
    all.push(box);
    frame.box.children.push(box);
    stack.push({ box: stack.length < DEEPEST ? box : frame.box, element, next: 0 });
  }
  // A label, a link or a button around several pieces is a card.
  for (const box of all) {
    if (box.isBlock || !CARD_LIKE.has(box.tag)) continue;
    if (box.children.filter((child) => isBox(child) && child.tag !== "svg").length >= 2) box.isBlock = true;
  }
  return { root, all, isCut };
}

const CARD_LIKE = new Set(["label", "a", "button"]);

/** One line as displayed: the text between two block edges. */
export interface Line {
  text: string;
  /** The block that contains it. */
  box: Box;
  /** Index of the first element with text in it. */
  at: number;
  isInList: boolean;
  /** The whole line is a link or a button. */
  isControl: boolean;
}

export interface RenderOptions {
  /** Of the elements tagged with a term, only those of this term, shown or hidden. */
  term?: Term;
  /** Returns a replacement text for an element. */
  replace?: (box: Box, term: Term | undefined) => string | null;
  withAside?: boolean;
  /** Reads hidden roots as if they were shown. */
  showRoots?: boolean;
}

const LONGEST_LINE = 4_000;

const CENTS_CLASS =
  /(?:^|[-_])(?:cents?|decimals?|fraction|fractional|pennies|minor|superscript|sup|decimal-part|centimes)(?:$|[-_])/i;
const LETTER = /\p{L}/u;

/** Reads boxes into lines. Leaves out struck-out and hidden text. */
export function linesOf(roots: readonly Box[], options: RenderOptions = {}): Line[] {
  const lines: Line[] = [];
  let buffer = "";
  let owner: Box | null = null;
  let at = -1;
  let controls = 0;
  let plain = 0;
  let lists = 0;
  let isListed = false;
  let source: Box | null = null;
  const flush = (holder: Box) => {
    const text = buffer.replace(/[ \t\r\n\f]+/g, " ").trim();
    if (text !== "")
      lines.push({ text, box: owner ?? holder, at, isInList: isListed, isControl: controls > 0 && plain === 0 });
    buffer = "";
    owner = null;
    at = -1;
    controls = 0;
    plain = 0;
    isListed = false;
    source = null;
  };
  const write = (given: string, box: Box, holder: Box, inControl: boolean) => {
    // A line of this length is prose. Prices are not read from prose.
    if (buffer.length > LONGEST_LINE) return;
    let text = given.slice(0, LONGEST_LINE).replace(/[\t\r\n\f ]+/g, " ");
    if (text === "") return;
    const isBlank = text.trim() === "";
    if (!isBlank) {
      if (at === -1) {
        at = box.index;
        owner = holder;
      }
      if (inControl) controls += 1;
      else plain += 1;
      if (lists > 0) isListed = true;
    }
    const isOther = source !== null && source !== box;
    if (!isBlank && isOther) {
      const before = buffer.trimEnd();
      const endsInDigit = /\d$/.test(before);
      const bare = text.trim();
      const isRaised = isCents(box);
      if (isRaised && endsInDigit && /^\d+$/.test(bare)) {
        const hasFraction = /[.,]\d{1,2}$/.test(before);
        if (bare.length === 2 && !hasFraction) {
          buffer = /[059]$/.test(bare) ? `${before}.` : `${before}#`;
          text = bare;
        } else if (box.tag === "sup") text = " ";
        else {
          buffer = `${before}#`;
        }
      } else if (isRaised && endsInDigit && /^[.,]\d{1,2}$/.test(bare)) {
        buffer = before;
        text = bare;
      } else if (isRaised && box.tag === "sup" && /^[*†‡§([]?\d?[)\]]?$/.test(bare)) text = "";
      else if (/[.,]$/.test(before) && /\d[.,]$/.test(before) && /^\d{2}(?!\d)/.test(bare) && isRaised) {
        buffer = before;
        text = bare;
      } else if (endsInDigit && /^\d/.test(bare)) buffer = `${before} #`;
      else if (/[\p{L}\d]$/u.test(buffer) && /^[\p{L}\d$€£¥₹₩]/u.test(text)) {
        const isWordPart =
          LETTER.test(buffer.slice(-1)) &&
          LETTER.test(text[0] ?? "") &&
          !(/\p{Ll}$/u.test(buffer) && /^\p{Lu}/u.test(text)) &&
          (/(?:^|[^\p{L}])\p{L}{1,2}$/u.test(buffer) || /^\p{L}{1,2}(?!\p{L})/u.test(text));
        const isCountryOfSign =
          /^[$€£¥]/.test(text) && /(?:^|[^\p{L}\d])(?:US|[ACSRU]|AU|CA|NZ|HK|SG|NT|MX|CN|JP)$|\d$/u.test(buffer);
        if (!isWordPart && !isCountryOfSign) buffer += " ";
      }
    }
    buffer += text;
    if (!isBlank) source = box;
  };
  const asRoots = new Set(roots);
  for (const root of roots) {
    const stack: { box: Box; next: number; holder: Box; inControl: boolean }[] = [];
    const enter = (box: Box, holder: Box, inControl: boolean) => {
      const isRoot = asRoots.has(box);
      const isTagged = options.term !== undefined && box.term !== null;
      if (isTagged && box.term !== options.term && !isRoot) return;
      if (box.isHidden && !(isTagged && box.term === options.term) && !(isRoot && options.showRoots)) return;
      if (box.isStruck) return;
      if (box.isAside && !options.withAside && !isRoot) return;
      if (box.tag === "select" || box.tag === "textarea") return;
      if (box.tag === "br" || box.tag === "hr") {
        flush(holder);
        return;
      }
      if (box.element.attribs["aria-hidden"] === "true" && hasSpokenTwin(box)) return;
      const said = options.replace?.(box, options.term) ?? spokenPrice(box);
      const asControl = inControl || (!isRoot && isControlBox(box));
      if (box.isBlock) flush(holder);
      if (box.tag === "li" && !isRoot) lists += 1;
      if (said !== null) {
        write(` ${said} `, box, box.isBlock ? box : holder, asControl);
        leave(box, holder);
        return;
      }
      stack.push({ box, next: 0, holder: box.isBlock ? box : holder, inControl: asControl });
    };
    const leave = (box: Box, holder: Box) => {
      if (box.isBlock) flush(holder);
      if (box.tag === "li" && !asRoots.has(box)) lists -= 1;
    };
    enter(root, root, false);
    while (stack.length > 0) {
      const frame = stack[stack.length - 1];
      if (!frame) break;
      const child = frame.box.children[frame.next];
      frame.next += 1;
      if (child === undefined) {
        stack.pop();
        leave(frame.box, frame.holder);
      } else if (isBox(child)) enter(child, frame.holder, frame.inControl);
      else write(child, frame.box, frame.holder, frame.inControl);
    }
    flush(root);
  }
  return lines;
}

/** Returns whether a box is a link or a button of words. A link around a whole card does not count. */
const isControlBox = (box: Box) =>
  (box.tag === "button" || box.tag === "a" || box.element.attribs.role === "button") &&
  !box.children.some((child) => isBox(child) && child.isBlock);

function isCents(box: Box): boolean {
  let current: Box | null = box;
  for (let up = 0; up < 2 && current !== null; up += 1) {
    if (current.tag === "sup" || classesOf(current.element).some((name) => CENTS_CLASS.test(name))) return true;
    if (current.isBlock) return false;
    current = current.parent;
  }
  return false;
}

/** Returns the text of a small box, unchanged. */
export function textOf(box: Box, most = 400): string {
  let text = "";
  const stack: (Box | string)[] = [box];
  while (stack.length > 0 && text.length < most) {
    const next = stack.pop();
    if (next === undefined) break;
    if (!isBox(next)) text += next;
    else if (!next.isHidden || next === box) {
      if (next.isBlock) text += " ";
      for (let child = next.children.length - 1; child >= 0; child -= 1) stack.push(next.children[child] ?? "");
    }
  }
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}

const MONEY = /[$€£¥₹₩]\s?\d|\d\s?(?:€|kr|zł|USD|EUR|GBP|CHF)/;

/** Returns whether a box is only for the eye and has a sibling for screen readers with the full price. */
function hasSpokenTwin(box: Box): boolean {
  if (box.parent === null) return false;
  if (!/\d/.test(textOf(box, 120))) return false;
  return box.parent.children.some(
    (child) => isBox(child) && child !== box && isLabelOnly(child.element) && MONEY.test(textOf(child, 120)),
  );
}

/** Returns a label that states in full the price that the box shows in pieces. */
function spokenPrice(box: Box): string | null {
  const label = box.element.attribs["aria-label"]?.trim();
  if (label === undefined || label.length > 100 || !MONEY.test(label)) return null;
  if (!box.children.some(isBox) && box.children.length > 0) return null;
  const shown = textOf(box, 120);
  if (shown.length > 60 || box.tag === "a" || box.tag === "button") return null;
  const digits = (text: string) => (/\d[\d.,\s]*/.exec(text)?.[0] ?? "").replace(/\D/g, "");
  const plain = digits(label);
  const all = shown.replace(/\D/g, "");
  if (all === "" || plain === "") return null;
  return all === plain || `${all}00` === plain || all === `${plain}00` ? label : null;
}

/**
 * Makes lines of small pieces that an unknown style sheet may put one above the other: the inline children of a block
 * without other content. Adjacent digits stay together. Returns true if there are any such pieces.
 */
export function standApart({ all }: Boxes): boolean {
  let changed = false;
  for (const box of all) {
    if (!box.isBlock || box.children.length < 3) continue;
    const pieces = box.children.filter(isBox);
    if (pieces.length < 3 || pieces.some((piece) => piece.isBlock || INLINE_CONTROLS.has(piece.tag))) continue;
    if (box.children.some((child) => !isBox(child) && child.trim() !== "")) continue;
    const texts = pieces.map((piece) => textOf(piece, 80));
    if (texts.some((text, index) => /\d$/.test(text) && /^[.,]?\d/.test(texts[index + 1] ?? ""))) continue;
    for (const piece of pieces) piece.isBlock = true;
    changed = true;
  }
  return changed;
}

const INLINE_CONTROLS = new Set(["br", "input", "img", "wbr", "sup", "sub"]);

/** Joins lines into one text for the price reader, and returns the start of each line. */
export function joined(lines: readonly Line[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = "";
  for (const line of lines) {
    starts.push(text.length);
    text += `${line.text}\n`;
  }
  return { text: text.slice(0, -1), starts };
}
