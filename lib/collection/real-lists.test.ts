import { existsSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import {
  catalogState,
  categories,
  checks,
  collectorStates,
  observations,
  priceChanges,
  productIndex,
  products,
  runs,
  sources,
} from "@/db/schema";
import type { Collector } from "@/db/sources/collector";
import { COLLECTORS } from "@/db/sources/collectors";
import { archive } from "@/db/sources/shared/archive.fixture";
import { slugify } from "@/db/sources/shared/identity";
import { fixturesIn, readBy } from "@/db/sources/shared/list.fixture";
import type { Subject } from "@/db/sources/shared/reading";
import { RESOLVE_TABLES } from "@/db/sources/tables";
import { embeddedDatabase } from "@/db/testing/embedded";
import { collect } from "./collect";
import { databaseLedger } from "./database-ledger";
import { resolveWith } from "./known-lists";
import type { Open } from "./open";
import { type Handler, type ListServer, listServer } from "./testing/list-server";
import { plainOpen } from "./testing/plain-open";

type Files = Record<string, string>;
type Body = string | Buffer;
type Format = {
  /** Returns the fixture's content for a URL. */
  bodyAt(files: Files, url: URL): Body | Promise<Body>;
  /** A text in the files that contains a price, and its replacement. */
  price: [before: string, after: string];
  /** Returns the files in a different format. */
  other(files: Files): Files;
};

const only = (files: Files): Body => Object.values(files)[0] ?? "";
const each = (files: Files, edit: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, edit(text)]));
const json = (price: Format["price"], other = '{"version":2}'): Format => ({
  bodyAt: only,
  price,
  other: (files) => each(files, () => other),
});
const repository = (price: Format["price"]): Format => ({
  bodyAt: archive,
  price,
  other: () => ({ "README.md": "It has moved." }),
});

const AWS_HEAD =
  '"SKU","TermType","StartingRange","EndingRange","Unit","PricePerUnit","Currency","Product Family","Group","usageType","Queue Type","Region Code"';
const NO_PAGE = '{"BillingCurrency":"USD","Items":[],"NextPageLink":null,"Count":0}';

const FORMATS: Record<string, Format> = {
  agentdeals: {
    bodyAt: (files, { pathname }) => files[pathname.split("/").at(-1) ?? ""] ?? "",
    price: ["100 GB", "50 GB"],
    other: (files) => each(files, () => "[]"),
  },
  "awesome-selfhosted": repository(["AGPL-3.0", "MIT"]),
  "aws-price-list": {
    bodyAt: (files, { pathname }) =>
      pathname.includes("/AWSLambda/") ? only(files) : `"FormatVersion","v1.0"\n${AWS_HEAD}\n`,
    price: ["0.0000002000", "0.0000003000"],
    other: (files) => each(files, (text) => text.replace("PricePerUnit", "Price")),
  },
  "azure-retail-prices": {
    bodyAt: (files, { searchParams }) =>
      searchParams.get("$skip") !== null
        ? (files["page-2.json"] ?? "")
        : searchParams.get("$filter")?.startsWith("serviceName eq 'Functions'")
          ? (files["page-1.json"] ?? "")
          : NO_PAGE,
    price: ["0.000016", "0.000017"],
    other: (files) => each(files, (text) => text.replaceAll("retailPrice", "price")),
  },
  "free-for-dev": { bodyAt: only, price: ["500 emails", "400 emails"], other: (files) => each(files, () => "# Moved") },
  "genai-prices": repository(['"input_mtok": 2', '"input_mtok": 3']),
  litellm: json(["2e-6", "3e-6"]),
  llmrates: json(['"inputPricePerMillion": 2', '"inputPricePerMillion": 3']),
  "models-dev": json(['"input": 2', '"input": 3'], '[{"version":2}]'),
  openrouter: json(['"0.000002"', '"0.000003"']),
  "simonw-llm-prices": json(['"input": 2', '"input": 2.5']),
  "sso-tax": repository(["$15 per", "$16 per"]),
};

const filesOf = (source: string): Files => fixturesIn(join(process.cwd(), "db", "sources", source));

let connection: Connection;
let server: ListServer;
let clock: Date;

beforeAll(async () => {
  connection = await embeddedDatabase();
  const { db } = connection;
  await db.insert(categories).values({ slug: "tools", position: 0, name: "Tools", grp: "Work", description: "Tools." });
  const counts = { sources: 0, categories: 1, products: 0, observations: 0 };
  await db.insert(catalogState).values({ id: 1, contentHash: "none", loadedAt: new Date("2026-01-01"), counts });
});
afterAll(() => connection?.close());
beforeEach(async () => {
  clock = new Date("2026-11-23T05:00:00Z");
  server = await listServer();
  const { db } = connection;
  for (const table of [checks, priceChanges, productIndex, observations, runs, collectorStates, products, sources]) {
    await db.delete(table);
  }
});
afterEach(() => server.close());

/** Adds the products in a list's fixtures to the catalogue. */
async function knowSubjects({ source }: Collector, subjects: readonly Subject[]) {
  const { db } = connection;
  const data = {
    slug: source,
    name: source,
    publisher: "Acme",
    url: "https://example.com",
    licence: "CC0-1.0",
    licenceUrl: null,
  };
  const rest = { restricted: false, attribution: "Acme", version: null, obtainedAt: "2026-01-01", taken: "Prices." };
  await db.insert(sources).values({ slug: source, data: { ...data, ...rest } });
  for (const { slug, name, vendor, domain } of subjects) {
    const own = slug ? (RESOLVE_TABLES.adapterSlugs[slug] ?? slug) : slugify(name);
    const vendorWebsite = domain ? `https://${domain}` : null;
    await db
      .insert(products)
      .values({
        slug: own,
        name,
        vendorName: vendor ?? name,
        vendorWebsite,
        category: "tools",
        domain: domain ?? null,
        pricingPage: null,
        kind: "product",
        aliases: [],
      })
      .onConflictDoNothing();
  }
}

/** Redirects a list's own URLs to the test server. */
const rerouted: Open = (url, options) => {
  const { pathname, search } = new URL(url);
  return plainOpen(`${server.url}${pathname}${search}`, options);
};

const etagOf = (body: Body) =>
  `"${Buffer.from(body).length}-${Buffer.from(body).reduce((sum, byte) => (sum * 31 + byte) % 1e9, 7)}"`;

function serving(format: Format, files: Files, answer?: Handler) {
  server.serveAll(async (request, response) => {
    if (answer) return answer(request, response);
    const body = await format.bodyAt(files, new URL(request.url ?? "/", server.url));
    const etag = etagOf(body);
    if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { etag, "content-length": String(Buffer.byteLength(body)) }).end(body);
  });
}

const read = async (collector: Collector, days = 0) => {
  clock = new Date(clock.getTime() + days * 86_400_000);
  const { db } = connection;
  const runtime = { collectors: [collector], ledger: databaseLedger(db), open: rerouted, resolve: resolveWith(db) };
  const { runs: ended } = await collect(runtime, { now: () => clock, sources: [collector.source] });
  return ended[0];
};
const stored = (source: string) => connection.db.select().from(observations).where(eq(observations.source, source));
const everything = async (source: string) =>
  JSON.stringify([
    (await stored(source)).map(({ id }) => id).sort(),
    (await connection.db.select().from(checks)).length,
  ]);

const WITH_FILES = COLLECTORS.filter(({ source }) => existsSync(join("db", "sources", source, "fixtures")));

test("each list with files in fixtures has its format here", () => {
  expect(WITH_FILES.map(({ source }) => source).sort()).toEqual(Object.keys(FORMATS).sort());
});

describe.each(WITH_FILES.map((collector) => [collector.source, collector] as const))("%s", (source, collector) => {
  const format = FORMATS[source] as Format;
  const files = filesOf(source);
  const day = () => clock.toISOString().slice(0, 10);

  beforeEach(async () => {
    // A paged list returns all pages at once: they contain the same products.
    const urls = collector.requests({ day: day() }).map(({ url }) => url);
    const bodies = await Promise.all(urls.map((url) => format.bodyAt(files, new URL(url))));
    const { readings } = await readBy(collector, bodies, day());
    await knowSubjects(
      collector,
      readings.map(({ subject }) => subject),
    );
  });

  test("is read at first, then found equal, then unchanged by its server, then changed", async () => {
    serving(format, files);
    const first = await read(collector);
    expect(first).toMatchObject({ outcome: "done" });
    expect(first?.counts.new).toBeGreaterThan(0);
    expect(first?.counts.new).toBe(first?.counts.read);
    const before = await stored(source);
    expect(before).toHaveLength(first?.counts.new ?? 0);

    expect(await read(collector, 1)).toMatchObject({ outcome: "unchanged" });
    const paged = collector.next !== undefined;
    expect(server.asked.at(-1)?.etag === undefined).toBe(paged);
    await connection.db.update(collectorStates).set({ position: null });
    expect(await read(collector, 1)).toMatchObject({ outcome: "unchanged", counts: { unchanged: first?.counts.read } });
    expect(await stored(source)).toEqual(before);

    const [was, is] = format.price;
    expect(Object.values(files).join()).toContain(was);
    serving(
      format,
      each(files, (text) => text.replaceAll(was, is)),
    );
    const changed = await read(collector, 1);
    expect(changed).toMatchObject({ outcome: "done", counts: { read: first?.counts.read } });
    expect((changed?.counts.moved ?? 0) + (changed?.counts.corrected ?? 0)).toBeGreaterThan(0);
    expect(changed?.counts.unchanged).toBeLessThan(first?.counts.read ?? 0);
  });

  const cut: Handler = async (request, response) => {
    const body = Buffer.from(await format.bodyAt(files, new URL(request.url ?? "/", server.url)));
    response.writeHead(200, { "content-length": String(body.length) });
    response.write(body.subarray(0, body.length / 2), () => setTimeout(() => response.destroy(), 20));
  };
  const broken: [string, Handler][] = [
    ["its server fails", (_, response) => void response.writeHead(500).end()],
    ["it breaks off", cut],
  ];
  test.each(broken)("changes nothing where %s", async (_, answer) => {
    serving(format, files);
    await read(collector);
    const before = await everything(source);
    serving(format, files, answer);
    expect(await read(collector, 1)).toMatchObject({ outcome: "failed" });
    expect(await everything(source)).toBe(before);
    serving(format, files);
    expect(await read(collector, 1)).toMatchObject({ outcome: "unchanged" });
  });

  test("stops in another form, and changes nothing", async () => {
    serving(format, files);
    await read(collector);
    const before = await everything(source);
    serving(format, format.other(files));
    expect(await read(collector, 1)).toMatchObject({ outcome: "refused" });
    expect(await everything(source)).toBe(before);
    expect(await read(collector, 1)).toMatchObject({ outcome: "stopped" });
  });
});
