import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import wellKnown from "@/db/catalog/well-known.json";
import { unitBasis } from "@/lib/catalog/units";
import { call } from "@/lib/http/testing";
import type { Catalog } from "@/lib/operations/catalog";
import type { Runtime } from "@/lib/operations/run";
import localNames from "@/lib/questions/local-names.json";
import questions from "@/lib/questions/questions.json";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { shipped } from "./catalogue";
import { shippedService } from "./shipped-service";

interface Expected {
  q: string;
  language: string;
  first?: string;
  tier?: string;
  category?: string;
  alternativesTo?: string;
  compare?: string[];
  seats?: number;
  unread?: string[];
  missing?: string[];
  quantities?: Record<string, number>;
  topics?: string[];
}

let runtime: Runtime;
let catalog: Catalog;
let now: Date;
beforeAll(async () => {
  ({ runtime, catalog, now } = await shippedService());
});

async function ask(q: string): Promise<DiscoverAnswer> {
  const response = await call(`/api/v2/discover?${new URLSearchParams({ q, limit: "3" })}`, {}, runtime);
  expect(response.status, q).toBe(200);
  return (await response.json()) as DiscoverAnswer;
}

describe.each([...new Set(questions.map(({ language }) => language))])("questions in %s", (language) => {
  test.each(questions.filter((one) => one.language === language))("$q", async (given) => {
    const { q, first, tier, category, alternativesTo, compare, seats, unread, topics, missing, quantities } =
      given as Expected;
    const { results, readAs } = await ask(q);
    if (first) expect(results[0]?.slug).toBe(first);
    if (category) expect(readAs?.category).toBe(category);
    if (alternativesTo) expect(readAs?.alternativesTo?.slug).toBe(alternativesTo);
    if (compare) expect(readAs?.compare?.slugs).toEqual(compare);
    if (seats) expect(readAs?.seats).toBe(seats);
    if (tier) expect(readAs?.cost?.tier?.id).toBe(tier);
    if (topics) {
      expect(readAs?.topics).toEqual(topics);
      if (readAs?.unread.length === 0) expect(readAs.answer).not.toBeNull();
    }
    if (missing) expect(readAs?.cost?.missing).toEqual(missing);
    if (quantities) expect(readAs?.quantities).toEqual(quantities);
    if (unread) expect(readAs?.unread).toEqual(unread);
  });
});

test("a number of people gets a total, what is missing for one, or that it is not known", async () => {
  const answer = async (q: string) => (await ask(q)).readAs?.answer;
  expect(await answer("hubspot for 60 people")).toMatch(/^HubSpot Sales Hub: \$5,040 a year for 60 people/);
  expect(await answer("datadog for 60 people")).toMatch(/^Datadog: total depends on the number of hosts/);
  expect(await answer("quickbooks for 60 people")).toMatch(/^The cost for 60 people is not known\./);
});

test("an answer about yearly billing gives the price billed yearly or says that it is not known", async () => {
  const { readAs } = await ask("is pipedrive cheaper if paid annually");
  expect(readAs?.answer).toMatch(/^Pipedrive Lite: \$24 per user per month billed monthly, or \$14 billed yearly/);
});

test("the answer about a list says which products are within the maximum by a free plan that covers the team", async () => {
  const { readAs } = await ask("team chat for 25 people under 100 dollars a month");
  expect(readAs?.answer).toContain("Slack, free for 25 people (paid from $8.75 per user per month");
});

const POLITE = ["hi, could you tell me", "please", "bitte", "hello", "thanks!", "gracias", "merci"];

test("a polite phrase never changes the answer", async () => {
  for (const q of ["was kostet slack", "price of notion for 12 users", "alternatives to zendesk"]) {
    const plain = await ask(q);
    for (const phrase of POLITE) {
      const { results, readAs } = await ask(`${phrase} ${q}`);
      expect(
        results.map(({ slug }) => slug),
        `${phrase} ${q}`,
      ).toEqual(plain.results.map(({ slug }) => slug));
      expect(readAs?.answer).toBe(plain.readAs?.answer);
    }
  }
});

const CONDITIONS = [
  "open source",
  "self-hosted",
  "under $50 per month",
  "for 20 people",
  "cheapest",
  "with a free plan",
];

test("the order of two conditions never changes the list", async () => {
  for (const [at, first] of CONDITIONS.entries()) {
    for (const second of CONDITIONS.slice(at + 1)) {
      const [one, other] = await Promise.all([ask(`crm ${first} ${second}`), ask(`crm ${second} ${first}`)]);
      expect(other, `${second} ${first}`).toEqual({ ...one, next: other.next });
    }
  }
});

test("a cap for a team is held against the total of the team", async () => {
  const { readAs, results } = await ask("team chat for 25 people under 100 dollars a month");
  expect(readAs).toMatchObject({ category: "team-chat", seats: 25, maxPrice: 100, unread: [] });
  const isWithin = ({ startingPrice, priceUnit, reason }: (typeof results)[number]) =>
    startingPrice === null || startingPrice * (priceUnit?.startsWith("account") ? 1 : 25) <= 100 || reason;
  expect(results.filter((result) => !isWithin(result))).toEqual([]);
});

test("a cap for each person is held against each person's price", async () => {
  for (const q of ["crm under $20/user for 30 people", "crm under $20 per user for 30 people"]) {
    expect((await ask(q)).readAs, q).toMatchObject({ category: "crm", seats: 30, maxPrice: 600, unread: [] });
  }
});

test("the cheapest products of a category are those in its usual unit, on every page", async () => {
  const read = async (query: Record<string, string>) => {
    const response = await call(`/api/v2/discover?${new URLSearchParams(query)}`, {}, runtime);
    return (await response.json()) as DiscoverAnswer;
  };
  const q = "cheapest sms api";
  const whole = await read({ q, limit: "40" });
  const units = whole.results.map(({ priceUnit }) => unitBasis(priceUnit));
  expect(units.slice(0, 3).every((unit) => unit === units[0])).toBe(true);
  const first = await read({ q, limit: "20" });
  const second = await read({ q, limit: "20", cursor: first.next ?? "" });
  expect([...first.results, ...second.results].map(({ slug }) => slug)).toEqual(whole.results.map(({ slug }) => slug));
});

test("any text of up to 1,000 characters has an answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 600 }), async (text) => {
      const q = text.replace(/\p{C}/gu, " ").trim();
      if (q !== "") await ask(q);
    }),
    { numRuns: 60 },
  );
  await ask("price of slack and ".repeat(52).slice(0, 1_000));
});

test("a text of more than 1,000 characters or 200 words is read up to there, and the reading says so", async () => {
  const said = "Only the first 1,000 characters or 200 words were read.";
  const { results, readAs } = await ask(`price of slack ${" ".repeat(1_000)}please`);
  expect([results[0]?.slug, readAs?.sentence]).toEqual(["slack", expect.stringContaining(said)]);
  expect((await ask("x".repeat(1_200))).readAs?.sentence).toContain(said);
  expect((await ask(`price of slack ${"a ".repeat(220)}`)).readAs?.sentence).toContain(said);
  expect((await ask("price of slack")).readAs?.sentence).not.toContain(said);
});

const GUESS = /was read as|is spelled alike/;

test("a misspelt word is said to be a guess", async () => {
  const sentences: [string, string][] = [
    ["notion for 20 emploees", "“emploees” was read as “employees”."],
    ["slackpricing", "“slackpricing” was read as “slack pricing”."],
    ["google workpsace", "No product matches “workpsace”; Google Workspace is spelled alike."],
  ];
  for (const [q, sentence] of sentences) expect((await ask(q)).readAs?.sentence).toContain(sentence);
  expect((await ask("google workpsace")).readAs?.spelledAlike).toBe(true);
});

/** Number of best known products whose plan names are tested. */
const PLANS_OF = 60;

test("prices are found under the same names as products and plans", async () => {
  const day = now.toISOString().slice(0, 10);
  const names = wellKnown.map(({ name }) => name);
  const listing = (await catalog.listing({ asOf: day })).toSorted((a, b) => b.prominence - a.prominence);
  for (const { slug, name } of listing.slice(0, PLANS_OF)) {
    const lookup = await catalog.record(slug, { asOf: day, now });
    if (lookup.status === "found") names.push(...(lookup.record.tiers ?? []).map((tier) => `${name} ${tier.name}`));
  }
  const differing: string[] = [];
  for (const name of new Set(names)) {
    const response = await call(`/api/v2/pricing/${encodeURIComponent(name)}?fields=tiers`, {}, runtime);
    const { slug, suggestions = [] } = await response.json();
    const first = (await ask(name)).results[0]?.slug;
    const isSame = slug === undefined ? first === undefined || suggestions.includes(first) : slug === first;
    if (!isSame) differing.push(`${name}: ${slug ?? suggestions}, ${first}`);
  }
  expect(differing).toEqual([]);
}, 120_000);

test("a name that is hardly alike is neither found nor suggested", async () => {
  expect(await ask("zzyzx cloud")).toMatchObject({ total: 0, readAs: { spelledAlike: false } });
  const response = await call("/api/v2/pricing/zzyzx%20cloud", {}, runtime);
  expect([response.status, (await response.json()).suggestions]).toEqual([404, []]);
});

test("an ordinary word is no misspelt name", async () => {
  const words = new Set(
    shipped().files.categories.flatMap(({ description }) => description.match(/\b[a-z]{4,}\b/g) ?? []),
  );
  const guessed: string[] = [];
  for (const word of words) {
    const { readAs } = await ask(`slack for ${word}`);
    if (GUESS.test(readAs?.sentence ?? "")) guessed.push(`${word}: ${readAs?.sentence}`);
  }
  expect(guessed).toEqual([]);
});

test("a product is found by its names in other scripts", async () => {
  const wrong: string[] = [];
  for (const [slug, words] of Object.values(localNames).flatMap((names) => Object.entries<string[]>(names))) {
    for (const word of words) {
      const { results, readAs } = await ask(word);
      if (results[0]?.slug !== slug || readAs?.unread.length !== 0) wrong.push(`${word}: ${results[0]?.slug}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a product is found where its exact name is asked for", async () => {
  const listed = new Set((await catalog.listing({ asOf: now.toISOString().slice(0, 10) })).map(({ slug }) => slug));
  const wrong: string[] = [];
  const asked = shipped()
    .files.products.filter(({ slug, name }) => listed.has(slug) && /^[\p{L}\p{N} .+-]+$/u.test(name))
    .filter((_, at) => at % 40 === 0);
  for (const { slug, name } of asked) {
    for (const q of [`how much is ${name}?`, `${name} preis`, `was kostet ${name}`]) {
      const { results } = await ask(q);
      if (!results.some((one) => one.slug === slug)) wrong.push(`${q}: ${results.map((one) => one.slug).join(", ")}`);
    }
  }
  expect(wrong).toEqual([]);
});
