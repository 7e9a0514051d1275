import {
  eachNode,
  isNode,
  listOf,
  type SchemaGraph,
  type SchemaNode,
  schemaGraphOf,
  textOf,
  typesOf,
} from "./json-ld-graph";
import { isPeriodName } from "./plan-objects";
import { moneyContextOf, readFigure, readPhrases } from "./price-words";
import type { Page, Rung, RungContext } from "./rung";
import { settle } from "./settle";
import { excerptOf, periodOfName, type StatedPrice, type StatedTier, withoutPeriod } from "./stated";
import type { Refusal } from "./types";

const SOLD = new Set([
  "Product",
  "IndividualProduct",
  "ProductModel",
  "ProductGroup",
  "SoftwareApplication",
  "WebApplication",
  "MobileApplication",
  "SoftwareSourceCode",
  "Service",
  "WebAPI",
  "Offer",
  "AggregateOffer",
  "OfferCatalog",
  "ItemList",
  "ListItem",
  "Organization",
  "Corporation",
  "LocalBusiness",
  "OnlineBusiness",
  "Brand",
  "WebSite",
  "WebPage",
  "ItemPage",
  "CollectionPage",
  "Thing",
]);
/** Properties that lead to things that are not sold on this page, or not separately. */
const ASIDE = new Set([
  "addOn",
  "isRelatedTo",
  "isSimilarTo",
  "isAccessoryOrSparePartFor",
  "isConsumableFor",
  "review",
  "reviews",
  "aggregateRating",
  "shippingDetails",
  "hasMerchantReturnPolicy",
  "itemReviewed",
  "mentions",
  "subjectOf",
  "predecessorOf",
  "successorOf",
  "event",
  "events",
  "employee",
]);
/** Properties that lead to an offer. */
const INWARD = new Set(
  "offers makesOffer hasOfferCatalog itemListElement item mainEntity mainEntityOfPage about hasVariant itemOffered offeredBy model hasPart provider isVariantOf @graph owns publisher brand hasMerchantOffer".split(
    " ",
  ),
);

/** Words in an offer whose price does not apply to every buyer. */
const PASSING =
  /\b(?:first|initial) (?:\d+ |two |three |six |twelve )?(?:months?|years?|weeks?|payments?)\b|\bintroductory\b|\bpromotional?\b|\brenews? at\b|\bthereafter\b|\bstudents?\b|\bnon-?profits?\b|\blimited[- ]time\b|\b\d+ ?% off\b/i;

interface FoundOffer {
  offer: SchemaNode;
  /** The things that are sold, innermost first. */
  owners: SchemaNode[];
}

interface OwnOffer {
  name: string;
  /** The offer has no name of its own: the thing that it offers gives the name. */
  isWhole: boolean;
  tier: StatedTier;
}

interface Reading {
  graph: SchemaGraph;
  products: number;
  source: string;
  now: Date | null;
  context: RungContext;
  refusals: Refusal[];
}

/** Reads schema.org offers in JSON-LD, microdata or RDFa. */
export const jsonLd: Rung = (page: Page, context: RungContext) => {
  const { document } = context;
  if (document === null) return { reading: null, refusals: [] };
  moneyContextOf(context, page.url);
  const graph = schemaGraphOf(document);
  const refusals: Refusal[] = [];
  const refuse = (what: string, why: string) => refusals.push({ extractor: "json-ld", what: what.slice(0, 160), why });
  if (graph.broken > 0) refuse("JSON-LD", `${graph.broken} of its blocks cannot be parsed`);
  const reading: Reading = {
    graph,
    products: countProducts(graph),
    source: page.text,
    now: context.now ?? null,
    context,
    refusals,
  };
  const offers: OwnOffer[] = [];
  const found = offersIn(graph);
  if (found.length > MOST_OFFERS) {
    refuse(`${found.length} offers`, "a pricing page has fewer");
    return { reading: null, refusals };
  }
  for (const one of found) {
    const own = readOffer(one, reading);
    if (own) offers.push(...own);
  }
  if (offers.length === 0) return { reading: null, refusals };
  const named = offers.filter(({ isWhole }) => !isWhole);
  // If there are named offers, an offer without a name is a summary of them.
  const used = named.length > 0 ? named : offers;
  return settle("json-ld", withoutSharedPrefix(used, graph, context), context, {
    complete: graph.broken === 0 && refusals.length === 0 && named.length > 1,
    refusals,
  });
};

function offersIn({ roots, byId }: SchemaGraph): FoundOffer[] {
  const found = new Map<SchemaNode, FoundOffer>();
  const seen = new Set<SchemaNode>();
  const queue: { node: SchemaNode; owners: SchemaNode[] }[] = roots.map((node) => ({ node, owners: [] }));
  const sold = (node: SchemaNode) => typesOf(node).every((type) => SOLD.has(type));
  for (let at = 0; at < queue.length && at < 20_000; at += 1) {
    const entry = queue[at] as { node: SchemaNode; owners: SchemaNode[] };
    const id = entry.node["@id"];
    const node = (typeof id === "string" ? byId.get(id) : undefined) ?? entry.node;
    const { owners } = entry;
    if (seen.has(node) || owners.length > 12 || !sold(node)) continue;
    seen.add(node);
    const types = typesOf(node);
    if (types.includes("Offer") || types.includes("AggregateOffer")) {
      found.set(node, { offer: node, owners });
      if (!types.includes("AggregateOffer")) continue;
    }
    const within = types.includes("Offer") || types.includes("AggregateOffer") ? owners : [node, ...owners];
    for (const [key, value] of Object.entries(node)) {
      if (ASIDE.has(key) || !INWARD.has(key)) continue;
      for (const part of listOf(value)) if (isNode(part)) queue.push({ node: part, owners: within });
    }
  }
  // An add-on or a related product may be a root node itself.
  const aside = new Set<unknown>();
  eachNode(roots, (node) => {
    for (const key of ASIDE) {
      eachNode(listOf(node[key]), (part) => {
        aside.add(typeof part["@id"] === "string" ? part["@id"] : part);
      });
    }
  });
  return [...found.values()].filter(
    ({ offer, owners }) =>
      ![offer, ...owners].some(
        (node) => aside.has(node) || (typeof node["@id"] === "string" && aside.has(node["@id"])),
      ),
  );
}

function readOffer({ offer, owners }: FoundOffer, reading: Reading): OwnOffer[] | null {
  const { graph, refusals, now } = reading;
  const follow = (value: unknown): SchemaNode[] =>
    listOf(value)
      .filter(isNode)
      .map((node) => (typeof node["@id"] === "string" ? (graph.byId.get(node["@id"]) ?? node) : node));
  const itemOffered = follow(offer.itemOffered)[0];
  const ownName = textOf(offer.name) ?? (itemOffered ? textOf(itemOffered.name) : null);
  const owner = owners.find(
    (node) =>
      textOf(node.name) !== null &&
      !typesOf(node).some((type) =>
        /^(?:Organization|Corporation|WebSite|WebPage|ItemList|OfferCatalog|ListItem|Brand)$/.test(type),
      ),
  );
  const ownerName = owner ? textOf(owner.name) : null;
  const fullName = ownName !== null && !isPeriodName(ownName) ? ownName : ownerName;
  const name = fullName === null ? null : withoutPeriod(fullName, reading.context.visibleText);
  const label = name ?? ownName ?? "an offer";
  const refuse = (why: string): null => {
    refusals.push({ extractor: "json-ld", what: label.slice(0, 160), why });
    return null;
  };
  const availability = textOf(offer.availability)?.split("/").at(-1) ?? "";
  if (/^(?:Discontinued|SoldOut|OutOfStock|PreOrder|PreSale|BackOrder)$/.test(availability)) {
    return refuse(`it is not offered now: ${availability}`);
  }
  if (now) {
    const ends = dateOf(offer.priceValidUntil) ?? dateOf(offer.validThrough) ?? dateOf(offer.availabilityEnds);
    if (ends !== null && ends < now.getTime()) return refuse("its price was valid until a day that has passed");
    const begins = dateOf(offer.validFrom) ?? dateOf(offer.availabilityStarts);
    if (begins !== null && begins > now.getTime()) return refuse("it is valid from a day to come");
  }
  if (name === null) return refuse("it has no name");
  if (PASSING.test(textOf(offer.description) ?? "")) return refuse("its price holds for a time or for some only");

  const isAggregate = typesOf(offer).includes("AggregateOffer");
  if (isAggregate && follow(offer.offers).length > 0) return null;
  const specifications = follow(offer.priceSpecification);
  const outer = termsOf(offer, [periodOfName(ownName ?? "")], reading);
  const stated: { name: string | null; price: StatedPrice }[] = [];
  const words: string[] = [];
  let problem: string | null = null;
  const take = (value: unknown, terms: Terms, from: boolean, specName: string | null) => {
    const text = textOf(value);
    if (text === null) return;
    const figure = readFigure(text, reading.context);
    if (figure === null) return void words.push(text);
    if (figure.period === "other" || figure.period === "usage") {
      problem = "its price is for a time other than a month or a year";
      return;
    }
    stated.push({
      name: specName,
      price: {
        amounts: figure.amounts,
        currency: terms.currency ?? figure.currency,
        period: terms.period ?? figure.period,
        billing: terms.billing ?? figure.billing,
        unit: terms.unit ?? figure.unit,
        from: from || figure.from,
        text: () => excerptOf(reading.source, name, text),
      },
    });
  };
  if (outer.problem) return refuse(outer.problem);
  const current = specifications.filter((specification) => {
    const kind = textOf(specification.priceType)?.split("/").at(-1) ?? "";
    if (/^(?:StrikethroughPrice|MSRP|SRP|MinimumAdvertisedPrice|InvoicePrice|RegularPrice)$/.test(kind)) return false;
    // A list price next to the price to pay is the struck-through one.
    return !(kind === "ListPrice" && (offer.price !== undefined || specifications.length > 1));
  });
  const counted = current.filter((specification) => {
    const quantity = follow(specification.eligibleQuantity)[0];
    const least = quantity ? Number(textOf(quantity.minValue) ?? textOf(quantity.value) ?? 1) : 1;
    return !(least > 1 && current.length > 1);
  });
  if (counted.length < current.length) problem = "prices for larger quantities are left out";
  for (const specification of counted) {
    if (now) {
      const ends = dateOf(specification.validThrough) ?? dateOf(specification.priceValidUntil);
      const begins = dateOf(specification.validFrom);
      if ((ends !== null && ends < now.getTime()) || (begins !== null && begins > now.getTime())) {
        problem = "a price that is not valid now is left out";
        continue;
      }
    }
    const parts = follow(specification.priceComponent);
    const charged = specification.price === undefined && parts.length > 0 ? recurringPart(parts) : specification;
    if (charged === null) {
      problem = "its price is made of several parts";
      continue;
    }
    const terms = merged(termsOf(charged, [periodOfName(textOf(charged.name) ?? "")], reading), outer);
    if (terms.problem) {
      problem = terms.problem;
      continue;
    }
    const specName = textOf(charged.name);
    if (charged.price !== undefined) take(charged.price, terms, false, specName);
    else if (charged.minPrice !== undefined) take(charged.minPrice, terms, true, specName);
  }
  const figures = new Set(stated.flatMap(({ price }) => price.amounts));
  if (offer.price !== undefined && offer.price !== null) {
    const own = readFigure(textOf(offer.price) ?? "", reading.context);
    const repeated = own?.amounts.some((amount) => figures.has(amount));
    if (!repeated) take(offer.price, outer, false, null);
  }
  if (isAggregate && stated.length === 0) take(offer.lowPrice, outer, true, null);
  if (problem !== null) refuse(problem);

  const tierNames = new Set(stated.flatMap(({ name: own }) => (own !== null && !isPeriodName(own) ? [own] : [])));
  if (ownName === null && tierNames.size > 1) {
    return [...tierNames].map((tierName) => ({
      name: tierName,
      isWhole: false,
      tier: {
        name: tierName,
        status: "priced",
        prices: stated.filter(({ name: own }) => own === tierName).map(({ price }) => price),
      },
    }));
  }
  const prices = stated.map(({ price }) => price);
  const onRequest = words.some((text) => readPhrases([text], reading.context).onRequest);
  const status = prices.length > 0 ? "priced" : onRequest ? "contact" : "open";
  if (isAggregate && prices.length === 0) return null;
  // If the page has many products with an offer each, this one is a tier. The only product on the page is the whole
  // product.
  const isWhole = isAggregate || (ownName === null && reading.products <= 1);
  if (isWhole && prices.some(({ amounts }) => amounts.includes(0))) {
    return refuse("a price of 0 for the whole product may stand for nothing");
  }
  return [{ name, isWhole, tier: { name, status, prices } }];
}

const MOST_OFFERS = 100;

/** Counts the things on the page that have offers of their own. */
function countProducts({ roots }: SchemaGraph): number {
  let count = 0;
  eachNode(roots, (node) => {
    if (typeof node.name === "string" && (node.offers !== undefined || node.priceSpecification !== undefined))
      count += 1;
  });
  return count;
}

/** Returns the recurring part of a compound price if there is exactly one. */
function recurringPart(parts: readonly SchemaNode[]): SchemaNode | null {
  const recurring = parts.filter((part) => {
    const kind = textOf(part.priceComponentType)?.split("/").at(-1);
    return kind === undefined || kind === "Subscription";
  });
  return recurring.length === 1 ? (recurring[0] ?? null) : null;
}

interface Terms {
  currency: string | null;
  period: StatedPrice["period"];
  billing: StatedPrice["billing"];
  unit: string | null;
  problem: string | null;
}

const MONTHS: Record<string, number> = { MON: 1, ANN: 12, MONTH: 1, YEAR: 12 };
const OTHER_TERMS = new Set(["DAY", "HUR", "WEE", "MIN", "SEC", "QAN", "SAN", "DEC"]);

/** Returns the currency, period, billing and unit that a schema.org node states. */
function termsOf(node: SchemaNode, names: readonly string[], { graph, context }: Reading): Terms {
  const quantityOf = (value: unknown): SchemaNode | null => {
    const [first] = listOf(value);
    if (!isNode(first)) return null;
    return typeof first["@id"] === "string" ? (graph.byId.get(first["@id"]) ?? first) : first;
  };
  const currencyText = textOf(node.priceCurrency)?.toUpperCase() ?? null;
  const terms: Terms = {
    currency: currencyText !== null && /^[A-Z]{3}$/.test(currencyText) ? currencyText : null,
    period: null,
    billing: null,
    unit: null,
    problem: null,
  };
  const ownCode = codeOf(node.unitCode);
  const reference = quantityOf(node.referenceQuantity) ?? quantityOf(node.eligibleDuration);
  const referenceMonths = reference ? monthsOf(reference) : null;
  const ownMonths = ownCode === null ? null : (MONTHS[ownCode] ?? (OTHER_TERMS.has(ownCode) ? 0 : null));
  const duration = durationMonths(node.billingDuration, ownCode);
  const increment = Number(textOf(node.billingIncrement) ?? Number.NaN);
  const phrases = [textOf(node.unitText), reference ? textOf(reference.unitText) : null, ...names]
    .filter((text) => text !== null)
    .filter((text) => !/\d/.test(text));
  const said = readPhrases(phrases, context);
  const perMonths = referenceMonths ?? ownMonths;
  if (said.other || perMonths === 0 || duration === 0 || (perMonths !== null && perMonths !== 1 && perMonths !== 12)) {
    return { ...terms, problem: "its price is for a time other than a month or a year" };
  }
  if (perMonths !== null) terms.period = perMonths === 1 ? "month" : "year";
  else if (said.period !== null) terms.period = said.period;
  terms.unit = said.unit;
  terms.billing = said.billing;
  if (duration !== null) {
    if (duration !== 1 && duration !== 12)
      return { ...terms, problem: "it is billed for a time other than a month or a year" };
    if (terms.period === null) {
      // Only the billing duration is stated: the price of a year, or of a month in a yearly contract.
      terms.period = duration === 1 ? "month" : "yearly";
      if (duration === 12) terms.billing = "annual";
    } else if (terms.period === "year" && duration === 1) {
      return { ...terms, problem: "its period and its billing contradict each other" };
    } else if (duration === 12) terms.billing = "annual";
  }
  if (increment === 12 && perMonths === 1) terms.billing = "annual";
  else if (Number.isFinite(increment) && increment > 1 && perMonths === 1) {
    return { ...terms, problem: "it is billed for a time other than a month or a year" };
  }
  if (perMonths !== null && said.period !== null && said.period !== terms.period) {
    return { ...terms, problem: "its period is stated in two ways" };
  }
  return terms;
}

function merged(inner: Terms, outer: Terms): Terms {
  return {
    currency: inner.currency ?? outer.currency,
    period: inner.period ?? outer.period,
    billing: inner.billing ?? outer.billing,
    unit: inner.unit ?? outer.unit,
    problem: inner.problem,
  };
}

const codeOf = (value: unknown): string | null => textOf(value)?.split(/[/:]/).at(-1)?.toUpperCase() ?? null;

/** Returns the months in a quantity. 0 for a time that is not a number of months, null if it is not a time. */
function monthsOf(quantity: SchemaNode): number | null {
  const code = codeOf(quantity.unitCode) ?? codeOf(quantity.unitText);
  if (code === null) return null;
  if (OTHER_TERMS.has(code)) return 0;
  const months = MONTHS[code];
  const value = Number(textOf(quantity.value) ?? 1);
  return months === undefined ? null : months * value;
}

function durationMonths(value: unknown, code: string | null): number | null {
  const [first] = listOf(value);
  if (first === undefined) return null;
  if (isNode(first)) return monthsOf(first) ?? 0;
  const text = textOf(first) ?? "";
  const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?$/i.exec(text);
  if (iso && text.length > 1) return Number(iso[1] ?? 0) * 12 + Number(iso[2] ?? 0);
  if (/^\d+$/.test(text)) {
    const months = code === null ? undefined : MONTHS[code];
    return months === undefined ? null : months * Number(text);
  }
  return text === "" ? null : 0;
}

function dateOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  // A day ends when it has ended everywhere on earth.
  const time = Date.parse(text.length === 10 ? `${text}T23:59:59-12:00` : text);
  return Number.isNaN(time) ? null : time;
}

/** Shortens "Acme Pro" and "Acme Team" to "Pro" and "Team" if all names begin with the product's name. */
function withoutSharedPrefix(offers: readonly OwnOffer[], { roots }: SchemaGraph, context: RungContext): StatedTier[] {
  const tiers = offers.map(({ tier }) => tier);
  const split = tiers.map(({ name }) => name.split(/\s+/));
  let shared = 0;
  while (tiers.length > 1 && split.every((parts) => parts.length > shared + 1 && parts[shared] === split[0]?.[shared]))
    shared += 1;
  if (shared === 0) return tiers;
  const short = split.map((parts) =>
    parts
      .slice(shared)
      .join(" ")
      .replace(/^[-–—:|·\s]+/, ""),
  );
  const lines = new Set(context.visibleText.split("\n").map((line) => line.trim().toLowerCase()));
  const shown = (names: readonly string[]) => names.every((name) => lines.has(name.toLowerCase()));
  const prefix = (split[0] ?? []).slice(0, shared).join(" ");
  const isProduct = () => {
    const own = new Set(tiers.map(({ name }) => name));
    const names = [context.document?.("title").first().text() ?? ""];
    eachNode(roots, (node) => {
      const name = textOf(node.name);
      if (name !== null && !own.has(name)) names.push(name);
    });
    return names.some((name) => `${name.trim().toLowerCase()} `.startsWith(`${prefix.toLowerCase()} `));
  };
  if (short.includes("") || shown(tiers.map(({ name }) => name)) || !(shown(short) || isProduct())) return tiers;
  return tiers.map((tier, at) => ({ ...tier, name: short[at] ?? tier.name }));
}
