import { type APIRequestContext, expect, type Page, test } from "@playwright/test";

const PRODUCTS = 80;
const SEED = 20_261_121;
const BATCH = 20;

/** Returns random numbers (mulberry32), so that every run picks the same products. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let asked = 0;
/** Sends each request from a new IP address, because the quota without a key is per address. */
async function ask(request: APIRequestContext, path: string) {
  asked += 1;
  const response = await request.get(path, { headers: { "x-forwarded-for": `198.51.100.${asked % 250}` } });
  expect(response.status(), path).toBe(200);
  return response.json();
}

type ListPrice = { amount: number; period: string; billing: string };
type Tier = {
  id: string;
  observedAt: string;
  name: string;
  isFree: boolean;
  priceStatus: string;
  priceMonthly: number | null;
  priceAnnual: number | null;
  listPrice: ListPrice | null;
  startingPrice?: true;
  currency: string | null;
  priceUnit: string | null;
  minimumSeats: number | null;
  percentageFees?: { percent: number; fixedFee: number | null }[];
};
type Cost = { kind: string; amount: number | null; percent: number | null };
type Market = { medianAnnualCost: number | null; low: number | null; high: number | null; currency: string };
type Model = { observedAt: string; model: string; name: string; meters: { prices: { unitPrice: number }[] }[] };
type ProductRecord = {
  slug: string;
  name: string;
  priceRange: { low: number | null; high: number | null; currency: string | null; unit: string | null };
  tiers?: Tier[];
  usage?: { modelCount: number; models: Model[]; moreAt?: string };
  hiddenCosts?: Cost[];
  marketData?: Market;
  sentiment?: { rating: number; reviewCount: number | null };
  freeTier?: { available: boolean | null; plan?: boolean | null; licences?: string[]; trialDays: number | null };
  scenarios?: { seats: number; annualCost: number | null }[];
  priceHistory?: { price: number | null }[];
  verification: { observedAt: string; confidence: number | null; status: string };
  links: { page: string };
};

type Shown = {
  heading: string;
  answer: Record<string, string>;
  seen: string;
  confidence: string;
  tiers: { id: string; cells: Record<string, string> }[];
  costs: { kind: string; amount: string }[];
  market: Record<string, string>;
  rating: string;
  free: string;
  scenarios: { seats: string; amount: string }[];
  history: string;
};

/** Reads a page's visible text, without attributes and scripts. */
async function read(page: Page, html: string): Promise<Shown> {
  return page.evaluate((source) => {
    const doc = new DOMParser().parseFromString(source, "text/html");
    for (const mark of doc.querySelectorAll("sup.marks")) mark.remove();
    const text = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
    const all = (selector: string) => [...doc.querySelectorAll<HTMLElement>(selector)];
    const cell = (row: Element, label: string) => text(row.querySelector(`[data-label="${label}"]`));
    return {
      heading: text(doc.querySelector("h1")),
      answer: Object.fromEntries(all("[data-answer]").map((node) => [node.dataset.answer ?? "", text(node)])),
      seen: doc.querySelector('[data-testid="answer"] time')?.getAttribute("datetime") ?? "",
      confidence: text(doc.querySelector('[data-testid="answer"]')),
      tiers: all("tr[data-tier]").map((row) => ({
        id: row.dataset.tier ?? "",
        cells: Object.fromEntries(
          [...row.querySelectorAll<HTMLElement>("td[data-label]")].map((node) => [
            node.dataset.label ?? "",
            text(node),
          ]),
        ),
      })),
      costs: all("tr[data-cost]").map((row) => ({ kind: row.dataset.cost ?? "", amount: cell(row, "Amount") })),
      market: Object.fromEntries(
        all("#market dl > div").map((pair) => [text(pair.querySelector("dt")), text(pair.querySelector("dd"))]),
      ),
      rating: text(doc.querySelector("#rating")),
      free: text(doc.querySelector("#tiers")),
      scenarios: all("tr[data-scenario]").map((row) => ({
        seats: row.dataset.scenario ?? "",
        amount: text(row.querySelector("td:last-child")),
      })),
      history: text(doc.querySelector("#history details:last-of-type > summary")),
    };
  }, html);
}

/** Returns every amount in a text, in order. */
function amounts(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => Number(figure.replaceAll(",", "")));
}

/** Returns the amount of a tier for comparisons, as the API documents priceRange. */
function headline(tier: Tier): number | null {
  if (tier.priceMonthly !== null) return tier.priceMonthly;
  const { listPrice } = tier;
  if (listPrice?.period === "month" && listPrice.billing === "unstated") return listPrice.amount;
  return tier.priceAnnual ?? listPrice?.amount ?? null;
}

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency }).formatToParts(1);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Lists the differences between the page and the API's record. */
function differences(record: ProductRecord, shown: Shown): string[] {
  const found: string[] = [];
  const same = (what: string, page: unknown, api: unknown) => {
    if (JSON.stringify(page) !== JSON.stringify(api)) {
      found.push(`${record.slug}, ${what}: ${JSON.stringify(page)} on the page, ${JSON.stringify(api)} in the API`);
    }
  };
  const one = (text: string | undefined) => (text === undefined ? null : (amounts(text)[0] ?? null));

  same("name", shown.heading, `${record.name} pricing`);
  // The day of the shown price if it is older than the record's reading.
  const days = [record.verification, ...(record.tiers ?? []), ...(record.usage?.models ?? [])];
  same(
    "seen",
    days.some(({ observedAt }) => observedAt === shown.seen),
    true,
  );
  const { confidence } = record.verification;
  same(
    "confidence",
    shown.confidence.includes(confidence === null ? "confidence –" : ` ${confidence.toFixed(2)},`),
    true,
  );

  const { low, high, currency, unit } = record.priceRange;
  const inRange = (record.tiers ?? []).filter(
    (tier) => !tier.isFree && tier.currency === currency && tier.priceUnit === unit,
  );
  // A newer starting price comes before the tiers of an older list.
  const start = inRange.filter((tier) => tier.startingPrice);
  const paid = (start.length > 0 ? start : inRange)
    .flatMap((tier) => headline(tier) ?? [])
    .filter((price) => price > 0);
  const cheapest = low === 0 && high !== 0 ? (paid.length > 0 ? Math.min(...paid) : null) : low;
  const answer = shown.answer.price ?? "";
  if (record.usage && (cheapest === null || low === null)) {
    const rates = new Set(
      record.usage.models.flatMap(({ meters }) => meters.flatMap(({ prices }) => prices.map((rate) => rate.unitPrice))),
    );
    const names = record.usage.models.flatMap(({ model, name }) => [name, model]).sort((a, b) => b.length - a.length);
    const nameless = names.reduce((text, name) => text.replaceAll(name, " "), answer);
    const figures = amounts(nameless.replace(/ in [a-z]+-[a-z]+-?\d+/g, "").replace(/ per \S+(?: \w+)?/g, ""));
    same("rates in the answer", figures.length > 0 && figures.every((figure) => rates.has(figure)), true);
  } else if (cheapest !== null && cheapest > 0) {
    // A percentage of each payment comes before the plans.
    same("starting price", one(answer.replace(/^[^%]*\d%(?: \+ \S+)?(?: of \w+ (?:above|below) \S+)?/, "")), cheapest);
    same("currency", currency === null || answer.includes(symbolOf(currency)), true);
    if (high !== null && high !== cheapest) same("highest price", amounts(answer)[1], high);
  } else if (low === null && record.marketData?.medianAnnualCost) {
    same("median in the answer", one(answer), record.marketData.medianAnnualCost);
  } else if (low === null) {
    const fees = (record.tiers ?? []).flatMap(({ percentageFees }) => percentageFees ?? []);
    const ofFees = new Set(fees.flatMap(({ percent, fixedFee }) => [percent, fixedFee]));
    const figures = amounts(answer.replace(/\(licences?: .*/, ""));
    same(
      "figures without a price",
      figures.filter((figure) => !ofFees.has(figure)),
      [],
    );
  }

  same(
    "tiers",
    shown.tiers.map(({ id }) => id),
    (record.tiers ?? []).map(({ id }) => id),
  );
  for (const tier of record.tiers ?? []) {
    const cells = shown.tiers.find(({ id }) => id === tier.id)?.cells ?? {};
    const told = [cells["Billed monthly"], cells["Billed yearly, per month"], cells["List price"], cells.Price];
    if (tier.priceStatus !== "published") {
      same(
        `figures of ${tier.id}`,
        told.flatMap((text) => amounts(text ?? "")),
        [],
      );
      same(
        `words of ${tier.id}`,
        told.some((text) => text),
        true,
      );
      continue;
    }
    if (tier.isFree) {
      same(
        `free tier ${tier.id}`,
        told.some((text) => text === "Free"),
        true,
      );
      continue;
    }
    const figure = (label: string) => (cells[label] === undefined ? null : one(cells[label]));
    const monthlyShown = cells["Billed monthly"] !== undefined;
    if (monthlyShown || tier.priceMonthly !== null)
      same(`monthly of ${tier.id}`, figure("Billed monthly"), tier.priceMonthly);
    if (tier.priceAnnual !== null) same(`yearly of ${tier.id}`, figure("Billed yearly, per month"), tier.priceAnnual);
    if (tier.priceMonthly === null && tier.priceAnnual === null) {
      same(`list price of ${tier.id}`, figure("List price"), tier.listPrice?.amount ?? null);
    }
    if (tier.minimumSeats !== null) same(`seats of ${tier.id}`, one(cells.Seats), tier.minimumSeats);
  }

  same(
    "hidden costs",
    shown.costs.map(({ kind, amount }) => [kind, ...amounts(amount)]),
    // Add-ons are in a section of their own, below.
    [false, true]
      .flatMap((addOn) => (record.hiddenCosts ?? []).filter(({ kind }) => (kind === "add_on") === addOn))
      .map(({ kind, amount, percent }) => [
        kind,
        ...[amount, percent === null ? null : Math.round(percent * 10) / 10].filter((figure) => figure !== null),
      ]),
  );
  const { medianAnnualCost = null, low: least = null, high: most = null } = record.marketData ?? {};
  same("median", one(shown.market["Yearly median"]), medianAnnualCost);
  same("least paid", one(shown.market.Low), least);
  same("most paid", one(shown.market.High), most);
  if (record.sentiment) same("rating", amounts(shown.rating)[0], record.sentiment.rating);
  const free = record.freeTier;
  const hasPlan = (free?.plan ?? (free?.licences?.length ? null : free?.available)) === true;
  same("free plan", shown.free.includes("Free plan available."), hasPlan);
  same(
    "teams",
    shown.scenarios.map(({ seats, amount }) => [Number(seats), one(amount)]),
    (record.scenarios ?? []).map(({ seats, annualCost }) => [seats, annualCost]),
  );
  const points = record.priceHistory ?? [];
  if (points.some(({ price }) => price !== null)) {
    same("dated prices", one(shown.history) ?? (shown.history.includes("The only") ? 1 : null), points.length);
  }
  return found;
}

test(`the figures on the pages of ${PRODUCTS} random products are those of the API`, async ({
  page,
  request,
}, info) => {
  test.skip(info.project.name !== "desktop", "the same HTML at every width");
  test.setTimeout(300_000);
  const slugs: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer: { results: { slug: string }[]; next: string | null } = await ask(
      request,
      `/api/v2/discover?limit=100${cursor ? `&cursor=${cursor}` : ""}`,
    );
    slugs.push(...answer.results.map(({ slug }) => slug));
    cursor = answer.next;
  }
  const random = randoms(SEED);
  const drawn = new Set<string>();
  // Most products have no tiers yet, so every second product is picked from the priced ones.
  const priced: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer: { results: { slug: string; startingPrice: number | null }[]; next: string | null } = await ask(
      request,
      `/api/v2/discover?maxPrice=1000000&limit=100${cursor ? `&cursor=${cursor}` : ""}`,
    );
    priced.push(...answer.results.flatMap(({ slug, startingPrice }) => (startingPrice === null ? [] : slug)));
    cursor = answer.next;
  }
  expect(priced.length).toBeGreaterThan(PRODUCTS / 2);
  while (drawn.size < PRODUCTS) {
    const from = drawn.size % 2 === 0 ? slugs : priced;
    drawn.add(from[Math.floor(random() * from.length)] as string);
  }

  await page.goto("about:blank");
  const found: string[] = [];
  let compared = 0;
  const chosen = [...drawn];
  for (let start = 0; start < chosen.length; start += BATCH) {
    const batch = chosen.slice(start, start + BATCH);
    const records: ProductRecord[] = [];
    // A response that takes too long is split into pages.
    for (let cursor: string | null = ""; cursor !== null; ) {
      const part = await ask(request, `/api/v2/pricing?slugs=${batch.join(",")}&cursor=${encodeURIComponent(cursor)}`);
      const { records: some, next } = part as { records: ProductRecord[]; next?: string | null };
      records.push(...some);
      cursor = next ?? null;
    }
    expect(records).toHaveLength(batch.length);
    for (const record of records) {
      if (record.usage?.moreAt) {
        const card = await ask(request, `${new URL(record.usage.moreAt).pathname}?limit=1000`);
        record.usage.models = (card as { models: Model[] }).models;
      }
      const response = await request.get(new URL(record.links.page).pathname);
      expect(response.status(), record.slug).toBe(200);
      found.push(...differences(record, await read(page, await response.text())));
      compared += 1;
    }
  }
  expect(compared).toBe(PRODUCTS);
  expect(found).toEqual([]);
});
