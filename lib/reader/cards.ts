import { type Box, type Boxes, isBox, type Line, linesOf, textOf } from "./boxes";
import { hasMark } from "./currency";
import { isActionName, isAnnounced, isBadge, isFreeName, isTierName, nameKey } from "./names";
import { lacksPeriod, type Offer, type OfferContext, offerOf } from "./offer";
import { isCustomText, isFreeText, type MoneyContext, readPrices } from "./price-text";
import { wordsIn } from "./terms";

/** One tier's part of the page: a card, or a heading with its content. */
interface Group {
  roots: Box[];
  first: number;
  last: number;
}

export interface Card {
  name: string;
  offer: Offer;
  group: Group;
}

export interface CardSet {
  holder: Box;
  cards: Card[];
  /** Rank of the headings that name its tiers. 7 if they have no headings. */
  rank: number;
  /** Pieces that look like the cards but state no price. */
  silent: { name: string; isAnnounced: boolean }[];
}

/** Returns whether a line may belong to an offer. Cheap, because most lines of a page do not. */
export const isHint = (text: string): boolean =>
  hasMark(text) || (text.length < 60 && (isFreeText(text) || isCustomText(text) || beforeWords(text) !== null));

/** Returns the name in "Hobby – Free" and "Enterprise (contact us)". */
function beforeWords(text: string): string | null {
  const [, name = "", rest = ""] = /^(.{1,40}?)(?: ?[:|·] ?| [–—-] | ?\()([^\d:–—]{2,40}?)\)?$/u.exec(text) ?? [];
  return isFreeText(rest) || isCustomText(rest) ? name : null;
}

/** Returns the positions, in document order, of the lines that mention money. */
export function hintsOf(lines: readonly Line[]): number[] {
  return lines.filter((line) => isHint(line.text)).map((line) => line.at);
}

function countWithin(hints: readonly number[], first: number, last: number): number {
  return lowerBound(hints, last + 1) - lowerBound(hints, first);
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface NameCandidate {
  slot: string;
  name: string;
  box: Box;
}

const HEADING = /^h[1-6]$/;
const NAME_CLASS = /^(?:name|title|heading|plan|tier|package|planname|plantitle|tiername)$/;
const NAME_PAIR = [
  /^(?:plan|tier|package|card|pricing|price|product|edition|column|col|offer|table|box|item)$/,
  /^(?:name|title|heading|header|label|type)$/,
];
const BADGE_CLASS = /^(?:badges?|tags?|pill|ribbon|chip|flag|label-popular|popular)$/;

export const rankOf = (box: Box): number | null => {
  if (HEADING.test(box.tag)) return Number(box.tag[1]);
  if (box.element.attribs.role === "heading") return Number(box.element.attribs["aria-level"] ?? "2") || 2;
  return null;
};

/** "5 hours / month", "up to 10 users": what a plan includes. */
const ALLOWANCE = /^\D{0,12}\d[\d.,]*\+? ?\p{L}/u;

/** Returns the name of a line that consists of a name and an allowance in elements of their own. */
function beforeAllowance(box: Box, text: string): string | null {
  const pieces = box.children.filter((child) => (isBox(child) ? textOf(child, 80) : child.trim()) !== "");
  const [first] = pieces;
  if (first === undefined || pieces.length < 2) return null;
  const name = isBox(first) ? textOf(first, 80) : first.trim();
  const rest = text.startsWith(name) ? text.slice(name.length).trim() : "";
  return ALLOWANCE.test(rest) && !hasMark(rest) && isTierName(name) ? name : null;
}

/** Returns a heading's text without the badges and small print in it, and without a price after the name. */
function nameIn(box: Box, allowTerms: boolean): string | null {
  const skips = (child: Box) => {
    const classes = (child.element.attribs.class ?? "").split(/\s+/).flatMap(wordsIn);
    if (child.tag === "small" || child.tag === "sup" || classes.some((word) => BADGE_CLASS.test(word))) return true;
    return isBadge(linesOf([child])[0]?.text ?? "");
  };
  const hasSkipped = box.children.some((child) => isBox(child) && skips(child));
  const lines = linesOf([box], hasSkipped ? { replace: (child) => (child !== box && skips(child) ? " " : null) } : {});
  const text = lines.find((line) => !isBadge(line.text))?.text ?? "";
  if (text.length > 120) return null;
  const worded = beforeAllowance(box, text) ?? beforeWords(text);
  if (worded !== null && isTierName(worded)) return worded;
  if (isTierName(text, allowTerms)) return text;
  const mention = hasMark(text) ? readPrices(text)[0] : undefined;
  if (!mention || mention.start === 0) return null;
  const before = text
    .slice(0, mention.start)
    .replace(/[\s:–—|(-]+$/u, "")
    .replace(/[\s:–—|,-]+(?:from|starting at|ab|à partir de|desde)$/iu, "");
  return isTierName(before) ? before : null;
}

function nameOfLine({ box, text }: Line, allowTerms: boolean): string | null {
  const name = beforeAllowance(box, text) ?? text;
  return isTierName(name, allowTerms) ? name : null;
}

const MOST_CANDIDATES = 40;

function* within(roots: readonly Box[]): Generator<Box> {
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const box = stack.pop();
    if (!box) break;
    if ((box.isHidden && !roots.includes(box)) || (box.isAside && !roots.includes(box)) || box.isStruck) continue;
    yield box;
    for (let at = box.children.length - 1; at >= 0; at -= 1) {
      const child = box.children[at];
      if (child !== undefined && isBox(child)) stack.push(child);
    }
  }
}

/** A card has fewer elements. */
const LARGEST_CARD = 5_000;

function candidatesIn(group: Group, budget: Budget): NameCandidate[] {
  const found: NameCandidate[] = [];
  const actions: NameCandidate[] = [];
  const size = group.last - group.first;
  if (size > LARGEST_CARD || !budget.spend(size * 2)) return found;
  // The head of a table inside the card names the columns of that table.
  const tables = new Set<Box>();
  for (const box of within(group.roots)) {
    if (found.length >= MOST_CANDIDATES) break;
    if (box.tag === "table" || tables.has(box.parent as Box)) tables.add(box);
    const rank = rankOf(box);
    let slot: string | null = rank === null ? null : `h${rank}`;
    if (slot === null && ["dt", "legend", "caption", "th"].includes(box.tag) && !tables.has(box)) slot = "term";
    if (slot === null && box.last - box.index < 8) {
      const names = (box.element.attribs.class ?? "").split(/\s+/).filter(Boolean);
      const isNamed = names.some((one) => {
        const words = wordsIn(one);
        return (
          NAME_CLASS.test(words.join("")) ||
          (words.length > 1 &&
            NAME_PAIR[0]?.test(words.at(-2) ?? "") === true &&
            NAME_PAIR[1]?.test(words.at(-1) ?? "") === true) ||
          (words.length > 1 && /^(?:name|title)$/.test(words.at(-1) ?? ""))
        );
      });
      if (isNamed && !box.children.some((child) => isBox(child) && rankOf(child) !== null)) slot = "class";
      else if (box.tag === "strong" || box.tag === "b") slot = "strong";
    }
    if (slot === null) continue;
    const name = nameIn(box, budget.allowTerms);
    if (name !== null) found.push({ slot, name, box });
    else if (rank !== null && isActionName(textOf(box, 60))) actions.push({ slot, name: textOf(box, 60), box });
  }
  // "Try it free": a tier that is named like a button.
  if (!found.some((one) => one.slot.startsWith("h")) && actions.length === 1) found.push(...actions);
  const first = linesOf(group.roots).find((line) => !isBadge(line.text));
  const name = first ? nameOfLine(first, budget.allowTerms) : null;
  if (first && name !== null && !tables.has(first.box)) found.push({ slot: "line", name, box: first.box });
  return found;
}

const SLOTS = ["h1", "h2", "h3", "h4", "h5", "h6", "heading", "term", "class", "strong", "line"];

/** Returns the name of every group, each from the same slot. Null if they share no slot. */
function namesOf(
  groups: readonly Group[],
  candidates: readonly NameCandidate[][],
  hints: readonly number[],
): { chosen: NameCandidate[]; slot: string } | null {
  for (const slot of SLOTS) {
    const chosen: NameCandidate[] = [];
    for (const [index, group] of groups.entries()) {
      const firstHint = hints[lowerBound(hints, group.first)] ?? group.first;
      const own = (candidates[index] ?? []).filter((one) =>
        slot === "heading" ? one.slot.startsWith("h") : one.slot === slot,
      );
      const before = own.filter((one) => one.box.index <= firstHint);
      const one = before[0] ?? own[0];
      if (!one) break;
      chosen.push(one);
    }
    if (chosen.length !== groups.length) continue;
    if (new Set(chosen.map((one) => nameKey(one.name))).size === chosen.length) return { chosen, slot };
  }
  return null;
}

/** Limits the work on a page that is designed to be slow. */
export class Budget {
  constructor(
    private left: number,
    /** Allows "Monthly" and "Yearly" as names of plans if there are no other names. */
    readonly allowTerms = false,
  ) {}
  get isSpent(): boolean {
    return this.left <= 0;
  }
  spend(amount: number): boolean {
    this.left -= amount;
    return this.left > 0;
  }
}

const groupOf = (roots: Box[]): Group => ({ roots, first: roots[0]?.index ?? 0, last: roots.at(-1)?.last ?? 0 });

export const signature = (box: Box) =>
  `${box.tag}.${(box.element.attribs.class ?? "")
    .split(/\s+/)
    .filter(
      (name) =>
        name !== "" &&
        !/popular|featured|highlight|active|selected|recommended|primary|current|first|last|best/i.test(name),
    )
    .slice(0, 3)
    .join(".")}`;

/**
 * Yields the children that mention money, each as one group; or runs of children, each from one heading to the next.
 */
function* groupings(holder: Box, hints: readonly number[]): Generator<Group[]> {
  const children = holder.children.filter(isBox).filter((box) => !box.isHidden && !box.isAside && !box.isStruck);
  const spoken = children.filter((box) => countWithin(hints, box.index, box.last) > 0);
  if (spoken.length >= 2 && spoken.length <= 60) yield spoken.map((box) => groupOf([box]));
  const headings = new Map<string, number[]>();
  for (const [index, box] of children.entries()) {
    const kind = rankOf(box) !== null ? `h${rankOf(box)}` : box.tag === "dt" ? "dt" : null;
    if (kind === null) continue;
    const starts = headings.get(kind);
    if (starts) starts.push(index);
    else headings.set(kind, [index]);
  }
  for (const [kind, starts] of headings) {
    if (starts.length < 2 || starts.length > 60) continue;
    const runs = starts.map((start, index) => {
      let end = starts[index + 1] ?? children.length;
      for (let at = start + 1; at < end; at += 1) {
        const rank = rankOf(children[at] as Box);
        if (rank !== null && kind !== "dt" && rank < Number(kind[1])) end = at;
      }
      return groupOf(children.slice(start, end));
    });
    const priced = runs.filter((group) => countWithin(hints, group.first, group.last) > 0);
    if (priced.length >= 2) yield priced;
  }
}

const isRead = (offer: Offer) => offer.kind === "prices" || offer.kind === "free" || offer.kind === "custom";

/** Removes the name from a card's lines, so that a tier called "Free" does not count as a free price. */
function nameStripper(name: NameCandidate): (line: Line) => Line | null {
  let isDone = false;
  return (line) => {
    if (line.at >= name.box.index && line.at <= name.box.last && line.text === name.name) return null;
    if (!isDone && line.text.startsWith(name.name) && line.at <= name.box.last) {
      isDone = true;
      const rest = line.text
        .slice(name.name.length)
        .replace(/^[\s:–—|·-]+(?=\S)/u, "")
        .replace(/^\(([^()]*)\)$/u, "$1")
        .trim();
      return rest === "" ? null : { ...line, text: rest };
    }
    if (isBadge(line.text)) return null;
    return line;
  };
}

const PEOPLE_CONTROL = new Set(["range", "number"]);

/** Returns whether a group is a calculator. A price that changes with a visitor's input is not the tier's own. */
function isCalculator(group: Group): boolean {
  for (const box of within(group.roots)) {
    if (box.tag === "input" && PEOPLE_CONTROL.has(box.element.attribs.type ?? "")) return true;
    if (box.element.attribs.role === "slider" || box.element.attribs.role === "spinbutton") return true;
    if (box.tag === "select") {
      const label = JSON.stringify(box.element.attribs);
      if (!/currency|billing|period|interval|country|term/i.test(label)) return true;
    }
  }
  return false;
}

/** "by Example Ltd": marketplaces print this on each product. */
const MAKER = /^(?:(?:made |sold |built |developed |published )?by|von|par) \p{Lu}/u;

/** Words on cards of rooms, jobs, cars, courses and gifts that do not occur on software plans. */
const OTHER_TRADE =
  /^(?:(?:see|view|open) (?:this |the )?(?:role|job|position|listing|property|vacancy)|(?:donate|give|enrol|enroll)(?: now| today| monthly)?|arrange a viewing|book (?:a |this )?(?:room|viewing|test drive))$|\b\d+(?:[.,]\d+)? ?(?:m²|m2|sqm|sq\.? ?(?:ft|m)|square (?:feet|metres|meters))(?![\p{L}\d])|\b(?:\d+|one|two|three) bed(?:room)?s?\b|^(?:remote|hybrid|on[- ]?site|(?:\p{Lu}[\p{L} ]+))?[,·• |-]*(?:full|part)[- ]time$|\b(?:due at signing|per night|a night|to rent|for rent|to let)\b/iu;

const ADD_ON =
  /\b(?:add[- ]?ons?|set[- ]?up|onboarding|training|implementation|extra (?:seats?|users?|storage)|additional|bolt[- ]?on|top[- ]?up|support (?:plan|package)|overage)\b/iu;

/**
 * If not all pieces have the same kind of name, returns those that share one, provided that the others look different.
 */
function commonSlot<T extends { group: Group; candidates: NameCandidate[] }>(given: readonly T[]): T[] | null {
  for (const slot of SLOTS.filter((one) => one !== "heading" && one !== "line")) {
    const having = given.filter((one) => one.candidates.some((candidate) => candidate.slot === slot));
    if (having.length < 2) continue;
    if (having.length === given.length) return null;
    const signatures = new Set(having.map((one) => signature(one.group.roots[0] as Box)));
    return given.some((one) => !having.includes(one) && signatures.has(signature(one.group.roots[0] as Box)))
      ? null
      : having;
  }
  return null;
}

/** Removes a ribbon in the heading of a card: an element of several words before the name, where other headings are plain. */
function withoutRibbons(chosen: NameCandidate[]): void {
  const isPlain = ({ box }: NameCandidate) => !box.children.some((child) => isBox(child) && textOf(child, 80) !== "");
  const plain = chosen.filter(isPlain).length;
  if (plain < 2 || plain * 2 <= chosen.length) return;
  for (const [index, one] of chosen.entries()) {
    const [first, ...rest] = one.box.children.filter(
      (child) => (isBox(child) ? textOf(child, 80) : child.trim()) !== "",
    );
    const [name] = rest;
    if (first === undefined || !isBox(first) || rest.length !== 1 || typeof name !== "string") continue;
    if (/ /.test(textOf(first, 80)) && isTierName(name)) chosen[index] = { ...one, name: name.trim() };
  }
}

const withLine = <T extends { candidates: NameCandidate[] }>(one: T, line: NameCandidate | undefined): T => ({
  ...one,
  candidates: [...one.candidates.filter(({ slot }) => slot !== "line"), ...(line ? [line] : [])],
});

/**
 * Returns the line of each card that may name it, if the cards begin with unlike lines: a ribbon stands on some cards, a
 * name on all, in the same kind of element. Null if the first lines are alike, "several" if the name cannot be told.
 */
function sharedLines(groups: readonly Group[], allowTerms: boolean): NameCandidate[] | "several" | null {
  const heads = groups.map((group) => {
    if (group.roots.some((root) => root.tag === "table")) return [];
    const lines = linesOf(group.roots).filter((line) => !isBadge(line.text));
    const money = lines.findIndex((line) => isHint(line.text) && !isFreeName(line.text));
    return lines
      .slice(0, money === -1 ? 1 : Math.min(money, 6))
      .flatMap((line) => (nameOfLine(line, allowTerms) === null ? [] : [{ kind: signature(line.box), line }]));
  });
  if (groups.length < 2 || groups.length > 12 || heads.some((lines) => lines.length === 0)) return null;
  const kinds = [...new Set(heads.flatMap((lines) => lines.map(({ kind }) => kind)))];
  if (new Set(heads.map((lines) => lines[0]?.kind)).size === 1) {
    const counts = heads.map((lines) => lines.length);
    const least = Math.min(...counts);
    const longer = counts.filter((count) => count > least);
    // One card with one line more: a ribbon above its name, or words below the name that the others lack.
    if (longer.length !== 1 || longer[0] !== least + 1 || least > 1 || kinds.length > 1)
      return heads.map((lines) => candidateOf(lines[0]?.line, allowTerms));
    if (groups.length === 2) return "several";
    return heads.map((lines) => candidateOf(lines.at(-1)?.line, allowTerms));
  }
  const common = kinds.filter((kind) => heads.every((lines) => lines.some((one) => one.kind === kind)));
  if (common.length === 0) return null;
  return heads.map((lines) => candidateOf(lines.find(({ kind }) => kind === common[0])?.line, allowTerms));
}

const candidateOf = (line: Line | undefined, allowTerms: boolean): NameCandidate => {
  if (!line) throw new TypeError("a card has no line");
  return { slot: "line", name: nameOfLine(line, allowTerms) ?? line.text, box: line.box };
};

function readSet(
  holder: Box,
  groups: readonly Group[],
  hints: readonly number[],
  money: MoneyContext,
  budget: Budget,
  assumed?: OfferContext["assumed"],
): CardSet | null {
  let kept = groups.map((group) => ({ group, candidates: candidatesIn(group, budget) }));
  const isNamed = (one: (typeof kept)[number]) =>
    one.candidates.some(({ slot }) => slot !== "line" && slot !== "strong");
  if (kept.filter(isNamed).length >= 2) kept = kept.filter(isNamed);
  else {
    const shared = sharedLines(groups, budget.allowTerms);
    if (shared === "several") return null;
    if (shared) kept = kept.map((one, index) => withLine(one, shared[index]));
    kept = kept.filter((one) => one.candidates.length > 0);
  }
  if (kept.length < 2) return null;
  const common = commonSlot(kept);
  if (common) kept = common;
  const names = namesOf(
    kept.map((one) => one.group),
    kept.map((one) => one.candidates),
    hints,
  );
  if (!names) return null;
  withoutRibbons(names.chosen);
  const isOfOthers =
    kept.filter(({ group }) =>
      linesOf(group.roots)
        .slice(0, 6)
        .some((line) => MAKER.test(line.text)),
    ).length >= 2;
  const isOtherTrade =
    kept.filter(({ group }) => linesOf(group.roots).some((line) => OTHER_TRADE.test(line.text))).length >= 2;
  const cards = kept.map(({ group }, index): Card => {
    const chosen = names.chosen[index] as NameCandidate;
    budget.spend(group.last - group.first);
    const { name } = chosen;
    if (isCalculator(group))
      return { name, group, offer: { kind: "refused", why: "its price changes with a control on the page" } };
    if (isOfOthers) return { name, group, offer: { kind: "refused", why: "others sell it" } };
    if (isOtherTrade) return { name, group, offer: { kind: "refused", why: "it is no plan of software" } };
    if (ADD_ON.test(name)) return { name, group, offer: { kind: "refused", why: "it is an add-on" } };
    const context = { money, name, ...(assumed ? { assumed } : {}) };
    const offer = offerOf(group.roots, context, nameStripperOf(chosen));
    if (isActionName(name) && offer.kind !== "free")
      return { name, group, offer: { kind: "refused", why: "its name is that of a button" } };
    return { name, group, offer };
  });
  const rank = /^h\d$/.test(names.slot) ? Number(names.slot[1]) : names.slot === "heading" ? 6 : 7;
  const spoken = new Set(kept.flatMap(({ group }) => group.roots));
  const like = new Set(kept.map(({ group }) => signature(group.roots[0] as Box)));
  const silent =
    kept[0]?.group.roots.length === 1
      ? holder.children
          .filter(isBox)
          .filter(
            (box) =>
              !spoken.has(box) &&
              !box.isHidden &&
              !box.isAside &&
              like.has(signature(box)) &&
              box.last - box.index >= 2,
          )
          .flatMap((box) => {
            const name = candidatesIn(groupOf([box]), budget).find((one) => one.slot === names.slot)?.name;
            return name === undefined
              ? []
              : [{ name, isAnnounced: linesOf([box]).some((line) => isAnnounced(line.text)) }];
          })
      : [];
  return { holder, cards, rank, silent };
}

/** Returns a new stripper for each reading, because a card is read once per state of a toggle. */
const nameStripperOf = (name: NameCandidate) => {
  let strip = nameStripper(name);
  let last = -1;
  return (line: Line) => {
    if (line.at < last) strip = nameStripper(name);
    last = line.at;
    return strip(line);
  };
};

const MOST_SETS = 100;

/**
 * Returns sets of sibling cards: the widest sets that are read without doubt; and sets of which no card can be read.
 * `statedFor` returns the terms that the page states once for the elements between two positions.
 */
export function cardSets(
  { all }: Boxes,
  root: Box,
  hints: readonly number[],
  money: MoneyContext,
  budget: Budget,
  statedFor: (first: number, last: number) => OfferContext["assumed"] = () => undefined,
): { sets: CardSet[]; unread: CardSet[] } {
  const sets: CardSet[] = [];
  const unread: CardSet[] = [];
  const holds = (group: Group) =>
    sets.filter((set) => set.holder.index >= group.first && set.holder.index <= group.last);
  for (let index = root.last; index >= root.index; index -= 1) {
    if (budget.isSpent || sets.length > MOST_SETS) break;
    const holder = all[index];
    if (!holder || holder.last - holder.index < 3) continue;
    if (TABLE_TAGS.has(holder.tag) && !(holder.tag === "tr" && isLayoutRow(holder))) continue;
    if (countWithin(hints, holder.index, holder.last) < 2) continue;
    for (const groups of groupings(holder, hints)) {
      const eligible = groups.filter((group) => {
        const firstHint = hints[lowerBound(hints, group.first)] ?? -1;
        return holds(group).every((set) => {
          const start = set.cards[0]?.group.first ?? 0;
          const end = set.cards.at(-1)?.group.last ?? 0;
          return firstHint < start || firstHint > end;
        });
      });
      if (eligible.length < 2) continue;
      let set = readSet(holder, eligible, hints, money, budget);
      if (set?.cards.every(({ offer }) => lacksPeriod(offer))) {
        const assumed = statedFor(...rangeOf(set));
        if (assumed) set = readSet(holder, eligible, hints, money, budget, assumed);
      }
      if (!set) continue;
      const inner = eligible.flatMap(holds);
      const read = set.cards.filter((card) => isRead(card.offer)).length;
      const isAccepted =
        inner.length > 0
          ? read === set.cards.length
          : read >= 1 && set.cards.some((card) => card.offer.kind !== "custom" && isRead(card.offer));
      if (!isAccepted) {
        if (inner.length === 0) unread.push(set);
        continue;
      }
      for (const lost of inner) sets.splice(sets.indexOf(lost), 1);
      sets.push(set);
      break;
    }
  }
  sets.sort((a, b) => a.holder.index - b.holder.index);
  const seen = [...sets];
  const lost = unread.filter((set) => {
    const [first, last] = rangeOf(set);
    const isNew = seen.every((other) => rangeOf(other)[1] < first || rangeOf(other)[0] > last);
    if (isNew) seen.push(set);
    return isNew;
  });
  return { sets, unread: lost };
}

/** Returns the positions of the first and the last element of a set. */
export const rangeOf = ({ cards }: CardSet): [first: number, last: number] => [
  Math.min(...cards.map(({ group }) => group.first)),
  Math.max(...cards.map(({ group }) => group.last)),
];

/** Returns whether a row of a table only places cards side by side. */
const isLayoutRow = (row: Box) => row.children.filter(isBox).filter(holdsHeading).length >= 2;

function holdsHeading(cell: Box): boolean {
  let seen = 0;
  for (const box of within([cell])) {
    if (rankOf(box) !== null) return true;
    seen += 1;
    if (seen > 40) break;
  }
  return false;
}

const TABLE_TAGS = new Set(["table", "thead", "tbody", "tfoot", "tr", "colgroup"]);

/** Returns the headings above a position, from the nearest up to the page's own. */
export function headingsAbove({ all }: Boxes, at: number, rank: number): string[] {
  const found: string[] = [];
  let least = rank;
  for (let index = at - 1; index >= 0; index -= 1) {
    const box = all[index];
    const own = box && rankOf(box);
    if (!box || own === null || own === undefined || box.isOut) continue;
    if (found.length > 0 && own >= least) continue;
    found.push(linesOf([box])[0]?.text ?? "");
    least = Math.min(least, own);
    if (own === 1 || found.length > 6) break;
  }
  for (let box = all[at]?.parent ?? null; box !== null; box = box.parent) {
    const label = box.element.attribs["aria-label"];
    if (label !== undefined && box.tag !== "body") found.push(label);
  }
  return found;
}

/** Reads a page with one plan: the smallest element that contains every price and a heading above the first. */
export function singlePlan(
  { all, root }: Boxes,
  hints: readonly number[],
  money: MoneyContext,
  budget: Budget,
): Card | null {
  const first = hints[0];
  const last = hints.at(-1);
  if (first === undefined || last === undefined || hints.length > 12) return null;
  let holder: Box | null = all[first] ?? null;
  while (holder !== null && holder.last < last) holder = holder.parent;
  for (; holder !== null; holder = holder.parent) {
    const group = groupOf([holder]);
    const named = candidatesIn(group, budget).filter(
      (one) => one.box.index <= first && (one.slot.startsWith("h") || one.slot === "class"),
    );
    const name = named.at(-1);
    // Only the nearest heading above the price can name the tier. A page's title never does.
    const nearest = all.findLast((box) => box.index <= first && rankOf(box) !== null && !box.isOut);
    if (name && nearest && (nearest.index > name.box.index || rankOf(name.box) === 1)) return null;
    if (name) {
      if (isCalculator(group))
        return {
          name: name.name,
          group,
          offer: { kind: "refused", why: "its price changes with a control on the page" },
        };
      const offer = offerOf(group.roots, { money, name: name.name }, nameStripperOf(name));
      return { name: name.name, group, offer };
    }
    if (holder === root) break;
    const line = linesOf([holder]).find((one) => !isBadge(one.text));
    const isBox = holder.tag !== "main" && line !== undefined && line.at <= first && isTierName(line.text);
    if (isBox && named.length === 0 && sells(holder)) {
      const own: NameCandidate = { slot: "line", name: line.text, box: line.box };
      return { name: own.name, group, offer: offerOf(group.roots, { money, name: own.name }, nameStripperOf(own)) };
    }
  }
  return null;
}

/** Returns whether a box ends in a button or a link, as the box of a plan does. */
const sells = (box: Box) => linesOf([box]).some((line) => line.isControl);
