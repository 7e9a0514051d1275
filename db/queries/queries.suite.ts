import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Db } from "@/db/client";
import { FIXTURE } from "@/db/load/load.suite";
import { loadCatalog } from "@/db/load/load-catalog";
import { type Finder, finder } from "@/lib/discovery/finder";
import { observationId } from "@/lib/ids";
import { Observation } from "@/lib/schemas/observation";
import { categoriesWithCounts } from "./categories";
import { observationsOf } from "./observations";
import { allProductSlugs, countProducts, discoveryEntries } from "./products";
import { countReports, insertReport, reportsPage, setReportStatus } from "./reports";
import { allSources } from "./sources";
import { catalogState, ping } from "./state";
import { readWhole } from "./whole";

/** The results of the queries on each kind of database. */
export function queriesSuite(kind: string, open: () => Promise<Connection>) {
  describe(`queries on ${kind}`, () => {
    let connection: Connection;
    let db: Db;
    const loadedAt = new Date("2026-02-03T04:05:06.000Z");

    beforeAll(async () => {
      connection = await open();
      db = connection.db;
      await connection.migrate();
      expect(await catalogState(db)).toBeNull();
      await loadCatalog(db, { dir: FIXTURE, log: () => {}, now: loadedAt });
      found = finder(await discoveryEntries(db));
    });
    afterAll(() => connection?.close());

    let found: Finder;
    const resolve = (asked: string) => found.named(asked).map(({ slug }) => slug);

    test("the database answers, and tells what was loaded when", async () => {
      await ping(db);
      expect(await catalogState(db)).toEqual({
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        loadedAt,
        counts: { sources: 2, categories: 3, products: 7, observations: 4 },
        revision: 0,
        changedAt: loadedAt,
      });
    });

    test.each([
      ["slack", "slack"],
      ["Slack", "slack"],
      ["slack-chat", "slack"],
      ["Slack Technologies", "slack"],
      ["figma-design", "figma"],
      ["Notion+", "notion-plus"],
      ["notion", "notion-plus"],
    ])("%j resolves to %s", (asked, slug) => {
      expect(resolve(asked)).toEqual([slug]);
    });

    test("a slug wins over another product's former slug, name or alias", () => {
      expect(resolve("slack-connect")).toEqual(["slack-connect"]);
      expect(resolve("chatter")).toEqual(["chatter"]);
    });

    test("a name that two products share resolves to both, an unknown name and an empty one to nothing", () => {
      expect(resolve("shared-channels")).toHaveLength(2);
      for (const asked of ["nonesuch", "", "!!"]) expect(resolve(asked)).toEqual([]);
    });

    test("a product comes with all that is known of it", () => {
      expect(found.named("slack-chat")).toEqual([
        {
          slug: "slack",
          name: "Slack",
          vendor: { name: "Acme", website: "https://slack.example.com" },
          category: "team-chat",
          domain: "slack.example.com",
          pricingPage: "https://slack.example.com/pricing",
          kind: "product",
          aliases: ["Slack Technologies", "Chatter"],
          formerSlugs: ["slack-chat"],
          models: [],
        },
      ]);
      expect(found.named("dogwood")[0]?.kind).toBe("family");
    });

    test("products of a category come in order of their slugs", () => {
      expect(found.inCategory("team-chat").map(({ slug }) => slug)).toEqual([
        "chatter",
        "notion-plus",
        "slack",
        "slack-connect",
      ]);
      expect(found.inCategory("nonesuch")).toEqual([]);
    });

    test("alternatives are the other products of the category of which something is known on the day", () => {
      expect(found.alternatives("slack", "2026-02-03")).toEqual([]);
      expect(found.alternatives("notion-plus", "2026-02-03").map(({ slug }) => slug)).toEqual([]);
      expect(found.alternatives("nonesuch", "2026-02-03")).toEqual([]);
    });

    test("counts are numbers", async () => {
      expect(await countProducts(db)).toBe(7);
      expect((await categoriesWithCounts(db)).map(({ slug, productCount }) => [slug, productCount])).toEqual([
        ["team-chat", 4],
        ["design", 3],
        ["payroll", 0],
      ]);
    });

    test("rows read as one text are those that a query gives row by row", async () => {
      const columns = { text: sql`t`, price: sql`n`, day: sql`d`, known: sql`b`, names: sql`a` };
      const from = sql`(values
        ('Acme "One"', 0.1, date '2026-02-28', true, array['a,b', 'ü]["']),
        (E'two\nlines', null, date '0001-01-01', null, array[]::text[]),
        ('', 999999999.99, null, false, null)) as odd (t, n, d, b, a)`;
      const { rows } = await db.execute(sql`
        select t as text, n::float8 as price, to_char(d, 'YYYY-MM-DD') as day, b as known, a as names
        from ${from} order by t`);
      expect(rows).toHaveLength(3);
      expect(await readWhole(db, columns, from, sql`t`)).toEqual(rows);
      expect(await readWhole(db, columns, sql`${from} where t = 'none'`, sql`t`)).toEqual([]);
    });

    test("sources come whole", async () => {
      const sources = await allSources(db);
      expect(sources.map(({ slug, restricted }) => [slug, restricted])).toEqual([
        ["example", false],
        ["market", true],
      ]);
    });

    test("the sitemap's list tells when each product was last observed", async () => {
      expect(await allProductSlugs(db)).toEqual(
        expect.arrayContaining([
          { slug: "slack", category: "team-chat", lastObservedAt: "2025-07-01" },
          { slug: "dogwood", category: "design", lastObservedAt: null },
        ]),
      );
    });

    test("observations come back as they were in the files, oldest first, with their ids", async () => {
      const bySlug = await observationsOf(db, ["slack", "figma", "dogwood", "slack"], "2026-01-01");
      expect([...bySlug.keys()].sort()).toEqual(["figma", "slack"]);
      const slack = bySlug.get("slack") ?? [];
      expect(slack.map(({ observedAt }) => observedAt)).toEqual(["2024-03-01", "2025-07-01", "2025-07-01"]);
      for (const { id, ...observation } of slack) {
        expect(Observation.parse(observation)).toEqual(observation);
        expect(observationId(observation)).toBe(id);
      }
      expect(slack.find(({ effectiveFrom }) => effectiveFrom)?.effectiveFrom).toBe("2025-07-01");
    });

    test("reports come newest first, can be narrowed, counted and closed", async () => {
      const report = (id: string, minute: number, message: string) => ({
        id,
        createdAt: new Date(Date.UTC(2026, 1, 3, 4, minute)),
        product: "slack",
        page: "/software/team-chat/slack",
        field: "tiers",
        message,
        sourceUrl: null,
        email: null,
        clientHash: "digest",
      });
      const everything = { status: null, text: "", offset: 0, limit: 10 };
      await insertReport(db, report("rep_a", 1, "Pro costs 9"));
      await insertReport(db, report("rep_c", 2, "100% wrong"));
      await insertReport(db, report("rep_b", 2, "Team is gone"));
      const ids = async (change: object) =>
        (await reportsPage(db, { ...everything, ...change })).rows.map(({ id }) => id);
      expect(await ids({})).toEqual(["rep_c", "rep_b", "rep_a"]);
      expect(await ids({ offset: 1, limit: 1 })).toEqual(["rep_b"]);
      expect(await ids({ text: "100%" })).toEqual(["rep_c"]);
      expect(await setReportStatus(db, "rep_c", "accepted")).toBe(true);
      expect(await setReportStatus(db, "rep_none", "accepted")).toBe(false);
      expect(await ids({ status: "open" })).toEqual(["rep_b", "rep_a"]);
      expect(await countReports(db, "open")).toBe(2);
    });

    test("what was observed later than the day asked for is not seen", async () => {
      const on = async (day: string) => (await observationsOf(db, ["slack"], day)).get("slack")?.length ?? 0;
      expect(await on("2025-07-01")).toBe(3);
      expect(await on("2025-06-16")).toBe(1);
      expect(await on("2024-02-29")).toBe(0);
      expect((await observationsOf(db, [], "2025-07-01")).size).toBe(0);
    });
  });
}
