import { type Box, type Boxes, boxesOf, isBox, type Line, linesOf, standApart } from "./boxes";
import {
  Budget,
  type CardSet,
  cardSets,
  headingsAbove,
  hintsOf,
  isHint,
  rangeOf,
  rankOf,
  signature,
  singlePlan,
} from "./cards";
import { hasMark } from "./currency";
import { wordsOf } from "./languages";
import { isFreeName, isOfAnother, isTierName, NO_TIERS, nameKey } from "./names";
import { joinTerms, lacksPeriod, type Offer, type OfferContext } from "./offer";
import { moneyOf } from "./page-money";
import { captionOf, isCustomText, isFreeText, type MoneyContext, readPrices, statedPrice } from "./price-text";
import { NOT_THE_PRICE, phraseAt } from "./qualifiers";
import type { Rung } from "./rung";
import { captionOfTable, readTable, type TableTier, tablesOf } from "./tables";
import type { Term } from "./terms";
import { selectedTerm } from "./toggle";
import type { Extraction, ReadPrice, ReadTier, Refusal } from "./types";

interface Found {
  name: string;
  offer: Offer;
}

const WORK = 400_000;

const refusal = (what: string, why: string): Refusal => ({ extractor: "html", what: what.slice(0, 160), why });

/** Reads tiers from the visible cards, tables and lists of a page. */
export const readHtml: Rung = (page, { document }) => {
  if (document === null) return { reading: null, refusals: [] };
  const boxes = boxesOf(document);
  const lines = linesOf([boxes.root]);
  const money = moneyOf(document, page.url, lines.map((line) => line.text).join("\n"));
  const selected = statedForAll(lines, selectedTerm(document));
  const extraction = readBoxes(boxes, lines, money, selected, page.url);
  if (extraction.reading !== null || !standApart(boxes)) return extraction;
  const again = readBoxes(boxes, linesOf([boxes.root]), money, selected, page.url);
  return again.reading === null ? extraction : again;
};

const ALL_PRICES = new RegExp(`^(?:\\* ?)?(?:our )?${wordsOf("all")}(?![\\p{L}])(.{0,60}?)$`, "iu");
const CONDITION =
  /(?<!\p{L})(?:or|also|available|save|when|if|switch|option|choose|discount|oder|ou|eller|lub|nebo|veya|или|або|wenn|si|se|als|om|from|start|excl|include)(?!\p{L})|\d|%/iu;

const BEFORE_UNIT = new RegExp(`^(?!.*${wordsOf("tax")}(?!\\p{L})) *(?:\\p{L}+ ){0,2}$`, "iu");

interface Stated {
  billing: Term | null;
  unit: string | null;
}

/**
 * Returns the billing and the unit that a sentence states once for all prices: "All prices are per app." The billing is
 * null if the page's toggle contradicts it.
 */
function statedForAll(lines: readonly Line[], selected: Term | null): Stated {
  const terms = new Set<Term>();
  const units = new Set<string>();
  for (const { text } of lines) {
    if (text.length > 200) continue;
    for (const sentence of text.split(/(?<=[.!?。])(?: |$)/u)) {
      const rest = ALL_PRICES.exec(sentence.replace(/[.。!]$|, /gu, (mark) => (mark === ", " ? " " : "")))?.[1] ?? "";
      if (rest === "" || CONDITION.test(rest)) continue;
      let unit: string | null = null;
      let end = 0;
      for (let at = 0; at < rest.length; at += 1) {
        if (at > 0 && /[\p{L}\d]/u.test(rest[at - 1] ?? "")) continue;
        const phrase = phraseAt(rest, at);
        if (!phrase || phrase.isExtra) continue;
        if (phrase.billing === "monthly" || phrase.billing === "annual") terms.add(phrase.billing);
        // "are", "are shown": more words before the unit are about something else, such as a tax of each country.
        if (phrase.unit && (unit !== null || BEFORE_UNIT.test(rest.slice(0, at)))) unit ??= phrase.unit;
        end = phrase.end;
        at = phrase.end - 1;
      }
      if (unit !== null && rest.slice(end).trim() === "") units.add(unit);
    }
  }
  const [term] = terms;
  const isOne = terms.size === 1 && term !== undefined && (selected === null || selected === term);
  return {
    billing: isOne ? term : terms.size > 0 ? null : selected,
    unit: units.size === 1 ? ([...units][0] ?? null) : null,
  };
}

export function readBoxes(
  boxes: Boxes,
  lines: readonly Line[],
  money: MoneyContext,
  selected: Stated,
  url: string,
): Extraction {
  const refusals: Refusal[] = [];
  const budget = new Budget(WORK);
  const hints = hintsOf(lines);
  const isExcluded = (at: number, rank: number, own = ""): string | null =>
    [own, ...headingsAbove(boxes, at, rank)].find((heading) => NO_TIERS.test(heading) || isOfAnother(heading, url)) ??
    null;

  const statedFor = (first: number, last: number) => statedAround(lines, first, last);
  let { sets, unread } = cardSets(boxes, boxes.root, hints, money, budget, statedFor);
  if (sets.length === 0) ({ sets } = cardSets(boxes, boxes.root, hints, money, new Budget(WORK / 4, true)));
  const isPaid = (set: CardSet) => set.cards.some(({ offer }) => offer.kind === "prices");
  if (sets.some(isPaid)) {
    // "€0: players never pay" between other figures is no tier.
    const figures = sets.filter((set) => !isPaid(set) && (set.silent.length > 0 || set.cards.some(isSilent)));
    for (const set of figures) refusals.push(refusal(namesIn(set), "it stands among cards without prices"));
    sets = sets.filter((set) => !figures.includes(set));
  }
  const excluded: [number, number][] = [];
  const shown = sets.filter((set) => {
    const under = isExcluded(set.cards[0]?.group.first ?? 0, set.rank);
    if (under !== null)
      refusals.push(refusal(set.cards.map((card) => card.name).join(", "), `stands under "${under}"`));
    if (under !== null) excluded.push([set.holder.index, set.holder.last]);
    return under === null;
  });
  const panes = hiddenPanes(boxes).flatMap((pane) => {
    const own = hintsOf(linesOf([pane], { showRoots: true }));
    return cardSets(boxes, pane, own, money, budget).sets.map((set) => ({ set, term: pane.term }));
  });
  let isComplete = shown.length > 0;
  let found = joinSets(shown, panes);
  for (const set of shown) {
    for (const { name, isAnnounced } of set.silent) {
      refusals.push(refusal(name, isAnnounced ? "it is announced and not on sale" : "no price is shown"));
      if (!isAnnounced) isComplete = false;
    }
  }

  for (const one of ratesAbove([...shown, ...unread], boxes, money))
    if (isExcluded(one.at, 7) === null && !found.some(({ name }) => nameKey(name) === nameKey(one.name)))
      found.push(one);

  const tables: TableTier[][] = [];
  const titles = new Map<string, string>();
  for (const table of tablesOf(boxes.all)) {
    const under = isExcluded(table.index, 7, captionOfTable(table));
    let tiers = readTable(table, money);
    if (tiers?.every(({ offer }) => lacksPeriod(offer))) {
      const stated = statedFor(table.index, table.last);
      tiers = (stated && readTable(table, money, stated)) ?? tiers;
    }
    if (!tiers) continue;
    if (under !== null) refusals.push(refusal(tiers.map((tier) => tier.name).join(", "), `stands under "${under}"`));
    else tables.push(inEdition(tiers, headingsAbove(boxes, table.index, 7)[0] ?? "", titles));
  }
  if (found.length === 0 && tables.length > 0) {
    found = joinFound(tables.flat());
    isComplete = true;
  } else if (found.length > 0) {
    found = crossed(found, tables.flat(), refusals);
    const cards = new Set(found.map(({ name }) => nameKey(name)));
    const paid = found.flatMap(({ offer }) => (offer.kind === "prices" ? offer.prices : []));
    for (const tiers of tables.filter((table) => !table.some(({ name }) => cards.has(nameKey(name))))) {
      const prices = tiers.flatMap(({ offer }) => (offer.kind === "prices" ? offer.prices : []));
      // Packages of another kind, such as one-off ones. A table with the periods of the cards may be of others' plans.
      const isOther = prices.length > 0 && prices.every(({ period }) => !paid.some((one) => one.period === period));
      if (isOther && tiers.every(({ offer }) => offer.kind === "prices")) found = joinFound([...found, ...tiers]);
      else {
        for (const { name, offer } of tiers)
          if (offer.kind === "refused") refusals.push(refusal(name, offer.why));
          else if (offer.kind === "prices")
            refusals.push(refusal(name, "it stands in a table beside the cards of the plans"));
        // A table that repeats a card's price compares the product with others.
        if (!prices.some(({ amount }) => paid.some((one) => one.amount === amount))) isComplete = false;
      }
    }
  }

  if (found.length === 0) {
    const listed = labelledList(lines, money, (at) => isExcluded(at, 7) !== null);
    if (listed) {
      found = listed;
      isComplete = true;
    }
  }
  if (found.length === 0 && refusals.every((one) => one.why.startsWith("stands under"))) {
    const own = hints.filter((at) => !excluded.some(([first, last]) => at >= first && at <= last));
    const single = singlePlan(boxes, own, money, budget);
    if (single && isExcluded(single.group.first, 7) === null) {
      found = [single];
      isComplete = true;
    }
  }
  for (const set of unread) {
    const [first, last] = rangeOf(set);
    if (isExcluded(first, set.rank) !== null || excluded.some(([from, to]) => first >= from && last <= to)) continue;
    const refused = set.cards.flatMap(({ name, offer }) =>
      offer.kind === "refused" ? [{ name, why: offer.why }] : [],
    );
    for (const { name, why } of refused) refusals.push(refusal(name, why));
    if (refused.some((one) => set.cards.length > 1 && !OTHER_GOODS.has(one.why))) isComplete = false;
  }
  if (budget.isSpent || boxes.isCut) {
    isComplete = false;
    refusals.push(refusal("the page", "too large to be read to its end"));
  }
  const areas = [...sets.map(rangeOf), ...unread.map(rangeOf), ...excluded];
  for (const table of tablesOf(boxes.all)) areas.push([table.index, table.last]);
  const strays = straysOf(lines, money, found, (at) => areas.some(([from, to]) => at >= from && at <= to));
  for (const line of strays.filter(({ at }) => isExcluded(at, 7) === null)) {
    refusals.push(refusal(line.text, "it stands outside of the plans that were found"));
    isComplete = false;
  }
  return spoken(conclude(found, isComplete, selected, money, refusals), lines);
}

/** Returns the rates of use that cards state above a list of packs inside them: "$0.20 / call". */
function ratesAbove(sets: readonly CardSet[], { all }: Boxes, money: MoneyContext): (Found & { at: number })[] {
  return sets.flatMap((set) => {
    const [first] = rangeOf(set);
    for (let box = all[first]?.parent ?? null, up = 0; box !== null && up < 6; box = box.parent, up += 1) {
      const title = all.slice(box.index + 1, first).find((one) => rankOf(one) !== null && !one.isOut);
      if (!title) continue;
      const own = box;
      const name = linesOf([title])[0]?.text ?? "";
      const hasTwin = box.parent?.children.some(
        (one) => isBox(one) && one !== own && signature(one) === signature(own),
      );
      if (!hasTwin || !(isTierName(name) || /^(?:per|pro|par|por|by the) \p{L}+$/iu.test(name))) return [];
      const lines = linesOf([box]).filter(({ at }) => at > title.last && at < first);
      const mentions = readPrices(lines.map(({ text }) => text).join("\n"), money).filter(
        ({ kind }) => kind === "price",
      );
      const prices = mentions.filter(({ role }) => role !== "approximate").map(statedPrice);
      const [price] = prices;
      if (prices.length !== 1 || price?.period !== "usage" || price.unit === null) return [];
      return [
        { name, at: title.index, offer: { kind: "prices", prices: [price], from: mentions.some((one) => one.from) } },
      ];
    }
    return [];
  });
}

const MOST_STRAYS = 5;

/** Returns the short lines outside of all cards and tables that state a price which no tier has. */
function straysOf(
  lines: readonly Line[],
  money: MoneyContext,
  found: readonly Found[],
  isInside: (at: number) => boolean,
): Line[] {
  const amounts = new Set(
    found.flatMap(({ offer }) => (offer.kind === "prices" ? offer.prices : [])).map(({ amount }) => amount),
  );
  const strays: Line[] = [];
  for (const line of lines) {
    if (strays.length >= MOST_STRAYS || amounts.size === 0) break;
    if (line.text.length > 40 || line.isInList || line.isControl || !hasMark(line.text) || isInside(line.at)) continue;
    const price = readPrices(line.text, money).map(statedPrice);
    if (price.some((one) => one !== null && one.amount > 0 && one.period !== "usage" && !amounts.has(one.amount)))
      strays.push(line);
  }
  return strays;
}

/** Leaves out repeated reasons, and adds one if nothing was read and nothing says why. */
function spoken({ reading, refusals: all }: Extraction, lines: readonly Line[]): Extraction {
  const refusals = [...new Map(all.map((one) => [`${one.what}\n${one.why}`, one])).values()];
  if (reading !== null || refusals.length > 0) return { reading, refusals };
  const priced = lines.find(({ text }) => /\d/.test(text) && hasMark(text));
  const why = priced ? "it belongs to no card, table or list of plans" : "its text states no amount with a currency";
  return { reading, refusals: [refusal(priced?.text ?? "the page", why)] };
}

/** Reasons for which a card is no tier of the product: without it the list of tiers is complete. */
const OTHER_GOODS = new Set(["it is an add-on", "it is no plan of software", "others sell it"]);

const namesIn = (set: CardSet) => set.cards.map((card) => card.name).join(", ");
const isSilent = ({ offer }: CardSet["cards"][number]) => offer.kind === "none";

/**
 * Gives the tiers of a table the heading above it as a first name if another table with another heading has a tier of
 * the same name. `titles` collects the heading of each name.
 */
function inEdition(tiers: TableTier[], title: string, titles: Map<string, string>): TableTier[] {
  const edition = title.replace(/[:.!?]$/, "");
  const isTaken = tiers.some(({ name }) => (titles.get(nameKey(name)) ?? title) !== title);
  for (const { name } of tiers) titles.set(nameKey(name), titles.get(nameKey(name)) ?? title);
  if (!isTaken || !isTierName(edition) || captionOf(edition) !== null || hasMark(edition)) return tiers;
  return tiers.map((tier) => ({ ...tier, name: `${edition} ${tier.name}` }));
}

const NOT_ONCE =
  /(?<!\p{L})(?:no|not|without|never|keine?|ohne|sans|pas|aucune?|sin|sem|senza|geen|zonder|uden|ingen|utan|uten|bez|без|нет)(?: \p{L}+)?$/iu;

/**
 * Returns the period that a line directly above or below a group of amounts states for all of them: "One-time payment,
 * VAT not included."
 */
function statedAround(lines: readonly Line[], first: number, last: number): OfferContext["assumed"] {
  const above = lines.filter((line) => line.at < first).slice(-4);
  const below = lines.filter((line) => line.at > last).slice(0, 2);
  const start = above.findLastIndex((line) => hasMark(line.text));
  const end = below.findIndex((line) => hasMark(line.text));
  const periods = new Set<"month" | "year" | "once">();
  for (const { text } of [...above.slice(start + 1), ...below.slice(0, end === -1 ? undefined : end)]) {
    if (text.length > 160) continue;
    for (const sentence of text.split(/(?<=[.!?。])(?: |$)/u)) {
      if (/\d/.test(sentence) || NOT_THE_PRICE.test(sentence)) continue;
      const isForAll = ALL_PRICES.test(sentence.replace(/[.。!]$/u, ""));
      for (let at = 0; at < sentence.length; at += 1) {
        if (at > 0 && /[\p{L}\d]/u.test(sentence[at - 1] ?? "")) continue;
        const phrase = phraseAt(sentence, at);
        if (!phrase) continue;
        const words = sentence.slice(at, phrase.end);
        const isOnce = phrase.period === "once" && words.length > 3 && !/^(?:once|single)$/i.test(words);
        if (isOnce && !NOT_ONCE.test(sentence.slice(0, at).trim())) periods.add("once");
        if (isForAll && (phrase.period === "month" || phrase.period === "year")) periods.add(phrase.period);
        at = phrase.end - 1;
      }
    }
  }
  const [period] = periods;
  return periods.size === 1 && period !== undefined ? { period } : undefined;
}

/** Returns panes that a toggle shows: currently hidden, and tagged with their term. */
const hiddenPanes = ({ all }: Boxes): Box[] =>
  all.filter((box) => box.isHidden && box.term !== null && box.last - box.index > 4).slice(0, 10);

const termOfHolder = (holder: Box): Term | null => {
  for (let box: Box | null = holder; box !== null; box = box.parent) if (box.term !== null) return box.term;
  return null;
};

function joinSets(shown: readonly CardSet[], panes: readonly { set: CardSet; term: Term | null }[]): Found[] {
  const all = [
    ...shown.map((set) => ({ set, term: termOfHolder(set.holder) })),
    ...panes.map(({ set, term }) => ({ set, term: term ?? termOfHolder(set.holder) })),
  ];
  const keysOf = (set: CardSet) => new Set(set.cards.map((card) => nameKey(card.name)));
  const taken = new Set<CardSet>();
  const found: Found[] = [];
  for (const { set, term } of all) {
    if (taken.has(set)) continue;
    const isPane = !shown.includes(set);
    const opposite =
      term === null
        ? undefined
        : all.find(
            (other) =>
              other.set !== set &&
              !taken.has(other.set) &&
              other.term !== null &&
              other.term !== term &&
              overlaps(keysOf(set), keysOf(other.set)),
          );
    if (term === null || !opposite) {
      if (!isPane) found.push(...set.cards.map(({ name, offer }) => ({ name, offer })));
      taken.add(set);
      continue;
    }
    taken.add(set);
    taken.add(opposite.set);
    const monthly = term === "monthly" ? set : opposite.set;
    const annual = term === "monthly" ? opposite.set : set;
    for (const card of monthly.cards) {
      const twin = annual.cards.find((other) => nameKey(other.name) === nameKey(card.name));
      found.push({ name: card.name, offer: twin ? joinPanes(card.offer, twin.offer) : billed(card.offer, "monthly") });
    }
    for (const card of annual.cards) {
      if (!monthly.cards.some((other) => nameKey(other.name) === nameKey(card.name)))
        found.push({ name: card.name, offer: billed(card.offer, "annual") });
    }
  }
  return joinFound(found);
}

const overlaps = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  [...a].filter((key) => b.has(key)).length >= Math.min(a.size, b.size, 2);

const joinPanes = (monthly: Offer, annual: Offer): Offer => joinTerms(monthly, annual);

const billed = (offer: Offer, billing: Term): Offer =>
  offer.kind === "prices"
    ? {
        ...offer,
        prices: offer.prices.map((price) =>
          price.billing === null && price.period === "month" ? { ...price, billing } : price,
        ),
      }
    : offer;

/** Returns one offer per name. If two offers for a name differ, both are left out. */
function joinFound(given: readonly Found[]): Found[] {
  const byKey = new Map<string, Found>();
  for (const one of given) {
    if (one.offer.kind === "none" && !isFreeName(one.name)) {
      byKey.set(
        nameKey(one.name),
        byKey.get(nameKey(one.name)) ?? { name: one.name, offer: { kind: "refused", why: "no price is shown" } },
      );
      continue;
    }
    const offer: Offer = one.offer.kind === "none" ? { kind: "free", text: one.name, unit: null } : one.offer;
    const key = nameKey(one.name);
    const other = byKey.get(key);
    if (!other) byKey.set(key, { name: one.name, offer });
    else byKey.set(key, { name: other.name, offer: joined(other.offer, offer) });
  }
  return [...byKey.values()];
}

function joined(a: Offer, b: Offer): Offer {
  if (a.kind === "refused") return a;
  if (b.kind === "refused") return b;
  if (a.kind !== b.kind) return { kind: "refused", why: "it is shown twice, with different offers" };
  if (a.kind !== "prices" || b.kind !== "prices") return a;
  const prices = [...a.prices];
  for (const price of b.prices) {
    const twin = prices.find(
      (one) =>
        one.period === price.period &&
        (one.billing === price.billing || one.billing === null || price.billing === null),
    );
    if (!twin) {
      if (prices.some((one) => one.currency !== price.currency) || price.period === "once" || price.period === "usage")
        return { kind: "refused", why: "it is shown twice, with different prices" };
      prices.push(price);
    } else if (
      twin.amount !== price.amount ||
      twin.currency !== price.currency ||
      (twin.unit !== null && price.unit !== null && twin.unit !== price.unit)
    )
      return { kind: "refused", why: `it is shown twice: "${twin.text}" and "${price.text}"` };
    else if (twin.billing === null || twin.unit === null)
      prices[prices.indexOf(twin)] = { ...twin, billing: twin.billing ?? price.billing, unit: twin.unit ?? price.unit };
  }
  return { kind: "prices", prices, from: a.from || b.from };
}

/** Compares cards with tables. A table that contradicts a card removes the tier's price. */
function crossed(found: readonly Found[], tables: readonly Found[], refusals: Refusal[]): Found[] {
  return found.map((one) => {
    for (const tier of tables.filter((row) => nameKey(row.name) === nameKey(one.name))) {
      if (tier.offer.kind !== "prices" || one.offer.kind !== "prices") continue;
      const both = joined(one.offer, tier.offer);
      if (both.kind === "refused") {
        refusals.push(refusal(one.name, `its card and a table differ: ${both.why}`));
        return { ...one, offer: { kind: "refused", why: "its card and a table differ" } satisfies Offer };
      }
    }
    return one;
  });
}

const LABELLED_MOST = 12;
const MOST_ASKED = 300;

/** Reads "Pro – $10/month" line by line if the page has no cards and no tables. */
function labelledList(
  lines: readonly Line[],
  money: MoneyContext,
  isExcluded: (at: number) => boolean,
): Found[] | null {
  const found: (Found & { line: Line })[] = [];
  let asked = 0;
  for (const line of lines) {
    if (line.text.length > 100 || !/\d/.test(line.text) || !isHint(line.text)) continue;
    asked += 1;
    if (asked > MOST_ASKED) return null;
    const mentions = readPrices(line.text, money);
    const [mention] = mentions;
    if (mention?.role !== "labelled" || mention.label === null || !isTierName(mention.label)) continue;
    const price = statedPrice({ ...mention, role: "price" });
    if (mentions.length !== 1 || price === null || price.period === "usage") return null;
    found.push({ name: mention.label, line, offer: { kind: "prices", prices: [price], from: mention.from } });
  }
  if (found.length < 2 || found.length > LABELLED_MOST) return null;
  const holder = found[0]?.line.box.parent;
  if (found.some((one) => one.line.box.parent !== holder || isExcluded(one.line.at))) return null;
  if (new Set(found.map((one) => nameKey(one.name))).size !== found.length) return null;
  const words = lines.flatMap((line): Found[] => {
    if (line.box.parent !== holder || line.text.length > 100) return [];
    const [, name = "", rest = ""] = /^(.{1,40}?)[ ]?[:–—-] (.+)$/u.exec(line.text) ?? [];
    if (!isTierName(name) || found.some((one) => nameKey(one.name) === nameKey(name))) return [];
    if (isFreeText(rest)) return [{ name, offer: { kind: "free", text: line.text.slice(0, 160), unit: null } }];
    return isCustomText(rest) ? [{ name, offer: { kind: "custom" } }] : [];
  });
  return [...found.map(({ name, offer }) => ({ name, offer })), ...words];
}

function conclude(
  found: readonly Found[],
  isWhole: boolean,
  selected: Stated,
  money: MoneyContext,
  refusals: Refusal[],
): Extraction {
  let complete = isWhole;
  const tiers: ReadTier[] = [];
  const priced = found.flatMap(({ offer }) => (offer.kind === "prices" ? offer.prices : []));
  const currencies = new Set(priced.map((price) => price.currency));
  const sets = new Set(
    found.flatMap(({ offer }) =>
      offer.kind === "prices" ? [[...new Set(offer.prices.map((price) => price.currency))].sort().join(" ")] : [],
    ),
  );
  if (sets.size > 1) {
    refusals.push(refusal([...currencies].join(", "), "the tiers' currencies differ"));
    return { reading: null, refusals };
  }
  const zeros = new Set(found.flatMap(({ offer }) => (offer.kind === "free" ? (offer.currency ?? []) : [])));
  const ofZero = zeros.size === 1 ? [...zeros][0] : undefined;
  const currency = [...currencies][0] ?? ofZero ?? readPrices("$1", money)[0]?.currency ?? null;
  for (const { name, offer } of found) {
    switch (offer.kind) {
      case "prices":
        tiers.push({
          name,
          status: "published",
          ...(offer.from ? { startingPrice: true as const } : {}),
          prices: offer.prices.map((price) => withStated(price, offer.prices, selected)),
        });
        break;
      case "free":
        if (currency === null) {
          refusals.push(refusal(name, "it is free, and no currency is named"));
          complete = false;
        } else
          tiers.push({
            name,
            status: "published",
            prices: [{ amount: 0, currency, period: "month", billing: null, unit: offer.unit, text: offer.text }],
          });
        break;
      case "custom":
        tiers.push({ name, status: "contact_sales", prices: [] });
        break;
      case "refused":
        refusals.push(refusal(name, offer.why));
        // An add-on is not a tier: without it the list of tiers is complete.
        if (offer.why !== "it is an add-on") complete = false;
        break;
      default:
        break;
    }
  }
  // Names and "contact us" alone may be anything: offices, departments.
  if (!tiers.some((tier) => tier.status === "published")) return { reading: null, refusals };
  return { reading: { extractor: "html", tiers, complete }, refusals };
}

/** Adds what the page states once for all prices to a price that does not state its own. */
function withStated(given: ReadPrice, all: readonly ReadPrice[], { billing, unit }: Stated): ReadPrice {
  if (given.amount === 0) return given;
  const price = given.unit === null && given.period !== "usage" ? { ...given, unit } : given;
  return billing === null || all.length !== 1 || price.billing !== null || price.period !== "month"
    ? price
    : { ...price, billing };
}
