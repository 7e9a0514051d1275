import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Category, Product, Source } from "@/lib/schemas/catalog";
import type { Fact, Observation, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { numbersFrom } from "./lib/seeded.mjs";

// Generates a catalogue of any number of fictional products, the same at every run. It is for measurements and easy to
// distinguish from the shipped catalogue.

/** Raise it if the same number of products produces other files. */
export const SYNTHETIC_VERSION = 1;

const MAKERS = ["Acme", "Sample", "Fixture", "Specimen", "Mockup", "Dummy", "Placebo", "Exemplar"];
const NOUNS = [
  ...["Ledger", "Board", "Desk", "Mail", "Chat", "Forms", "Notes", "Calendar", "Payroll", "Invoice"],
  ...["Helpline", "Backup", "Vault", "Monitor", "Deploy", "Testbed", "Survey", "Signature", "Translate", "Whiteboard"],
  ...["Roster", "Campus", "Clinic", "Kitchen", "Fleet", "Harvest", "Museum", "Library", "Studio", "Podcast"],
  ...["Router", "Compute", "Storage", "Queue", "Search", "Vision", "Speech", "Language", "Maps", "Weather"],
];
/** Products priced by usage, each with a rate card. */
const METERED = new Set(NOUNS.slice(30));
const TIERS = ["Free", "Starter", "Team", "Business", "Enterprise"];
const DAYS: readonly Day[] = ["2025-01-15", "2025-06-20", "2026-02-10", "2026-08-21"];
const NEWEST = DAYS.at(-1) ?? "";

const slugOf = (text: string) => text.toLowerCase().replaceAll(" ", "-");

export function syntheticSources(): Source[] {
  return [
    {
      slug: "acme-prices",
      name: "Acme price list",
      publisher: "Acme",
      url: "https://prices.example.com",
      licence: "CC0-1.0",
      licenceUrl: null,
      restricted: false,
      attribution: "Acme price list, invented",
      version: String(SYNTHETIC_VERSION),
      obtainedAt: NEWEST,
      taken: "Invented for measurements.",
    },
  ];
}

export function syntheticCategories(): Category[] {
  return NOUNS.map((noun) => ({
    slug: slugOf(`${noun} software`),
    name: `${noun} software`,
    group: METERED.has(noun) ? "Services by use" : "Software by seat",
    description: `Invented products for whoever needs a ${noun.toLowerCase()}.`,
  }));
}

export function syntheticProduct(index: number): Product {
  const maker = MAKERS[index % MAKERS.length];
  const noun = NOUNS[Math.floor(index / MAKERS.length) % NOUNS.length];
  const number = String(index).padStart(5, "0");
  const name = `${maker} ${noun} ${number}`;
  const slug = slugOf(name);
  const domain = `${slug}.example.com`;
  return {
    slug,
    name,
    vendor: { name: `${maker} ${number}`, website: `https://${domain}` },
    category: slugOf(`${noun} software`),
    domain,
    pricingPage: `https://${domain}/pricing`,
    kind: "product",
    aliases: index % 10 === 0 ? [`${noun} by ${maker} ${number}`] : [],
    formerSlugs: [],
  };
}

/**
 * Returns the observations of a product: two price readings for most, and for some the other data that the shipped
 * catalogue has.
 */
export function syntheticObservations(index: number): Observation[] {
  const { slug, category, pricingPage } = syntheticProduct(index);
  const random = numbersFrom(index + 1);
  const observed = (observedAt: Day, fact: Fact): Observation => ({
    product: slug,
    source: "acme-prices",
    trust: "B",
    observedAt,
    evidence: { url: pricingPage ?? "https://example.com" },
    fact,
  });
  const isMetered = METERED.has(NOUNS.find((noun) => slugOf(`${noun} software`) === category) ?? "");
  const facts: Observation[] = [];
  const first = Math.floor(random() * 3);
  const days = random() < 0.6 ? [DAYS[first] ?? NEWEST, NEWEST] : [NEWEST];
  const base = 4 + Math.floor(random() * 60);
  const models = isMetered ? (index % 1_000 === 999 ? 100 : 2 + Math.floor(random() * 4)) : 0;
  const count = 2 + Math.floor(random() * 4);
  for (const [at, day] of days.entries()) {
    const price = base + at * Math.floor(random() * 5);
    if (!isMetered) facts.push(observed(day, plans(price, count)));
    for (let model = 0; model < models; model += 1) facts.push(observed(day, rates(slug, model, price)));
  }
  if (random() < 0.5) {
    facts.push(observed(NEWEST, { kind: "free_tier", available: random() < 0.7, trialDays: 14, limits: [] }));
  }
  if (random() < 0.2) {
    facts.push(
      observed(NEWEST, {
        kind: "hidden_cost",
        cost: "sso",
        label: "Single sign-on costs extra",
        key: "sso",
        amount: base,
        percent: null,
        currency: "USD",
        unit: "user/month",
      }),
    );
  }
  if (random() < 0.1) facts.push(observed(NEWEST, { kind: "contract_term", field: "autoRenewal", value: true }));
  if (random() < 0.1) {
    const medianAnnualCost = base * 400;
    const market = { publisher: "Acme", medianAnnualCost, low: base * 100, high: base * 900, sampleSize: 40 };
    facts.push(observed(NEWEST, { kind: "market", ...market, currency: "USD", scope: "product" }));
  }
  return facts;
}

function plans(price: number, count: number): Fact {
  const tiers = TIERS.slice(0, count).map((name, step): TierFact => {
    const isQuoted = name === "Enterprise";
    return {
      id: slugOf(name),
      name,
      status: isQuoted ? "contact_sales" : "published",
      prices: isQuoted ? [] : [{ amount: price * step, period: "month", billing: "monthly" }],
      unit: "user",
      features: [`${name} support`, `${step + 1} workspaces`],
    };
  });
  return { kind: "plans", currency: "USD", complete: true, pricingModel: "per_seat", tiers };
}

function rates(slug: string, model: number, price: number): Fact {
  const meter = (name: string, unitPrice: number) => ({
    name,
    unit: "token",
    per: 1_000_000,
    mode: "standard" as const,
    tierMode: null,
    prices: [{ unitPrice, from: 0, upTo: null, when: null }],
  });
  const meters = [meter("inputTokens", (price + model) / 10), meter("outputTokens", (price + model) / 2)];
  return { kind: "rates", model: `${slug}-${model + 1}`, contextWindow: 128_000, currency: "USD", meters };
}

/** Writes a catalogue of `count` products into a folder, in the loader's format. */
export async function writeSyntheticCatalogue(dir: string, count: number): Promise<void> {
  mkdirSync(join(dir, "observations"), { recursive: true });
  writeFileSync(join(dir, "categories.json"), JSON.stringify(syntheticCategories()));
  await written(join(dir, "products.ndjson"), count, (index) => [syntheticProduct(index)]);
  await written(join(dir, "observations", "acme-prices.ndjson"), count, syntheticObservations);
  // Written last: if this file exists, the others are complete.
  writeFileSync(join(dir, "sources.json"), JSON.stringify(syntheticSources()));
}

function written(path: string, count: number, of: (index: number) => readonly unknown[]): Promise<void> {
  function* lines() {
    for (let index = 0; index < count; index += 1) {
      yield of(index)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
    }
  }
  return pipeline(Readable.from(lines()), createWriteStream(path));
}
