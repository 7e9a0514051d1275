import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Connection } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { catalogState, categories, checks, collectorStates, observations, products, runs, sources } from "@/db/schema";
import { type Collector, ListChangedError, type WholeList } from "@/db/sources/collector";
import { embeddedDatabase } from "@/db/testing/embedded";
import { type CollectionRuntime, type CollectOptions, collect, type Progress } from "./collect";
import { databaseLedger } from "./database-ledger";
import { COLLECTING } from "./policy";
import {
  type AcmeLines,
  acmeCollector,
  acmeList,
  pagedCollector,
  readAcme,
  resolveAmong,
  SOURCE,
} from "./testing/acme-list";
import { brokenOff, type ListServer, listServer, status, tagged, text, zipped } from "./testing/list-server";
import { plainOpen } from "./testing/plain-open";

const PRODUCTS = Array.from({ length: 12 }, (_, at) => `acme-${at + 1}`);
const OTHER = "birch-rates";

let connection: Connection;
let server: ListServer;
let clock: Date;
const now = () => clock;
const laterBy = (hours: number) => {
  clock = new Date(clock.getTime() + hours * 3_600_000);
};

beforeAll(async () => {
  connection = await embeddedDatabase();
  const { db } = connection;
  await db
    .insert(categories)
    .values({ slug: "tools", position: 0, name: "Tools", grp: "Work", description: "Tools.", aliases: [] });
  for (const slug of [SOURCE, OTHER]) {
    const data = {
      slug,
      name: slug,
      publisher: "Acme",
      url: "https://example.com",
      licence: "CC0-1.0",
      licenceUrl: null,
    };
    const rest = { restricted: false, attribution: "Acme", version: null, obtainedAt: "2026-01-01", taken: "Rates." };
    await db.insert(sources).values({ slug, data: { ...data, ...rest } });
  }
  const counts = { sources: 2, categories: 1, products: PRODUCTS.length, observations: 0 };
  await db.insert(catalogState).values({ id: 1, contentHash: "none", loadedAt: new Date("2026-01-01"), counts });
  await db.insert(products).values(
    PRODUCTS.map((slug) => ({
      slug,
      name: slug,
      vendorName: "Acme",
      vendorWebsite: null,
      category: "tools",
      domain: null,
      pricingPage: null,
      kind: "product" as const,
      aliases: [],
    })),
  );
});
afterAll(() => connection?.close());
beforeEach(async () => {
  clock = new Date("2026-11-01T05:00:00Z");
  server = await listServer();
  const { db } = connection;
  await db.delete(checks);
  await db.delete(observations);
  await db.delete(runs);
  await db.delete(collectorStates);
});
afterEach(() => server.close());

/** Returns twelve products with two models each. */
const whole = (change: AcmeLines = {}): AcmeLines => ({
  ...Object.fromEntries(
    PRODUCTS.flatMap((slug, at) => [
      [`${slug}/small`, at + 1],
      [`${slug}/large`, 10 * (at + 1)],
    ]),
  ),
  ...change,
});
const without = (count: number, lines = whole()): AcmeLines => Object.fromEntries(Object.entries(lines).slice(count));

function runtime(collectors: readonly Collector[] = [acmeCollector(server.url)]): CollectionRuntime {
  return {
    collectors,
    ledger: databaseLedger(connection.db),
    open: plainOpen,
    resolve: resolveAmong(new Set(PRODUCTS)),
  };
}
const read = async (options: Partial<CollectOptions> = {}, at: CollectionRuntime = runtime()) => {
  const report = await collect(at, { now, ...options });
  return { ...report, first: report.runs[0] };
};
const serve = (lines: AcmeLines) => server.serve("/list.json", text(acmeList(lines)));

const stored = () =>
  connection.db.select().from(observations).orderBy(asc(observations.observedAt), asc(observations.id));
const checksOf = (run: string | null | undefined) =>
  connection.db
    .select()
    .from(checks)
    .where(eq(checks.run, run ?? ""))
    .orderBy(asc(checks.product));
const stateOf = async (source = SOURCE) =>
  (await connection.db.select().from(collectorStates).where(eq(collectorStates.source, source)))[0];
const runRows = () => connection.db.select().from(runs).orderBy(asc(runs.startedAt));
const everything = async () => JSON.stringify([await stored(), await connection.db.select().from(checks)]);

describe("a list that is read again", () => {
  test("at first gives an observation of each line, with its proof, and a check of each product", async () => {
    serve(whole({ "birch/unknown": 3, "acme-1/odd": null }));
    const { first } = await read();
    expect(first).toMatchObject({
      outcome: "done",
      counts: { read: 24, new: 24, moved: 0, corrected: 0, unchanged: 0, gone: 0, refused: 2 },
      refused: { "no price": 1, "product not otherwise known": 1 },
    });
    const rows = await stored();
    expect(rows).toHaveLength(24);
    for (const { origin, run, payload } of rows) {
      expect([origin, run]).toEqual(["run", first?.run]);
      expect(payload.evidence).toMatchObject({
        readAt: clock.toISOString(),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
    const made = await checksOf(first?.run);
    expect(made.map(({ product }) => product)).toEqual([...PRODUCTS].sort());
    expect(new Set(made.map(({ kind, outcome, httpStatus }) => `${kind} ${outcome} ${httpStatus}`))).toEqual(
      new Set(["list first_read 200"]),
    );
    expect(await runRows()).toMatchObject([
      { kind: "collect", source: SOURCE, outcome: "done", endedAt: clock, counts: { read: 24, new: 24, refused: 2 } },
    ]);
    expect(await stateOf()).toMatchObject({ checkedAt: clock, changedAt: clock, failures: 0, stopped: false });
  });

  test("and equal gives a check that says unchanged, and no observation", async () => {
    serve(whole());
    await read();
    const before = await stored();
    laterBy(24);
    const { first } = await read();
    expect(first).toMatchObject({ outcome: "unchanged", counts: { read: 24, new: 0, moved: 0, unchanged: 24 } });
    expect(await stored()).toEqual(before);
    expect(new Set((await checksOf(first?.run)).map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
  });

  test("gives an observation of what differs alone, and says of which product", async () => {
    serve(whole());
    await read();
    laterBy(24);
    serve(whole({ "acme-3/large": 33, "acme-4/large": { input: 40, context: 9000 }, "acme-5/new": 5 }));
    const { first } = await read();
    expect(first).toMatchObject({
      outcome: "done",
      counts: { read: 25, new: 1, moved: 1, corrected: 1, unchanged: 22 },
    });
    const added = (await stored()).filter(({ run }) => run === first?.run);
    expect(added.map(({ product, observedAt }) => [product, observedAt]).sort()).toEqual([
      ["acme-3", "2026-11-02"],
      ["acme-4", "2026-11-02"],
      ["acme-5", "2026-11-02"],
    ]);
    const outcomes = Object.fromEntries((await checksOf(first?.run)).map(({ product, outcome }) => [product, outcome]));
    expect(outcomes).toMatchObject({
      "acme-3": "moved",
      "acme-5": "moved",
      "acme-4": "unchanged",
      "acme-1": "unchanged",
    });
  });

  test("twice on one day takes back what it said in the morning", async () => {
    serve(whole());
    await read();
    laterBy(3);
    serve(whole({ "acme-3/large": 33 }));
    const { first } = await read({ sources: [SOURCE] });
    expect(first).toMatchObject({ counts: { moved: 0, corrected: 1, unchanged: 23 } });
    const added = (await stored()).filter(({ run }) => run === first?.run);
    expect(added.map(({ kind }) => kind).sort()).toEqual(["rates", "retraction"]);
    const standing = await databaseLedger(connection.db).standing(SOURCE);
    expect(standing).toHaveLength(24);
    laterBy(1);
    expect((await read({ sources: [SOURCE] })).first).toMatchObject({ counts: { unchanged: 24 } });
  });

  test("is asked only when it is due, and at the same hour each day", async () => {
    serve(whole());
    await read();
    laterBy(12);
    expect(await read()).toMatchObject({ runs: [], remaining: [] });
    laterBy(11.9);
    expect((await read()).first).toMatchObject({ outcome: "unchanged" });
  });

  test("compressed is read like any other", async () => {
    server.serve("/list.json", zipped(acmeList(whole())));
    expect((await read()).first).toMatchObject({ outcome: "done", counts: { read: 24 } });
  });

  test("in a dry run is compared, and nothing is written", async () => {
    serve(whole());
    expect((await read({ dryRun: true })).first).toMatchObject({ outcome: "done", run: null, counts: { new: 24 } });
    expect([await stored(), await runRows(), await stateOf()]).toEqual([[], [], undefined]);
  });
});

describe("a list whose server says that it has not changed", () => {
  test("is not read, and what its last reading named is confirmed, day after day", async () => {
    server.serve("/list.json", tagged(acmeList(without(2)), '"v1"'));
    await read();
    const before = await stored();
    for (let day = 0; day < 2; day += 1) {
      laterBy(24);
      const { first } = await read();
      expect(server.asked.at(-1)).toMatchObject({ etag: '"v1"' });
      expect(first).toMatchObject({ outcome: "unchanged", counts: { read: 0 } });
      const made = await checksOf(first?.run);
      expect(made.map(({ product }) => product)).toEqual(PRODUCTS.slice(1).sort());
      expect(new Set(made.map(({ outcome, httpStatus }) => `${outcome} ${httpStatus}`))).toEqual(
        new Set(["not_modified 304"]),
      );
    }
    expect(await stored()).toEqual(before);
  });

  test("is read once its tag is another", async () => {
    server.serve("/list.json", tagged(acmeList(whole()), '"v1"'));
    await read();
    laterBy(24);
    server.serve("/list.json", tagged(acmeList(whole({ "acme-1/small": 7 })), '"v2"'));
    expect((await read()).first).toMatchObject({ outcome: "done", counts: { moved: 1 } });
    expect(server.asked).toHaveLength(2);
    expect(await stateOf()).toMatchObject({ etag: '"v2"' });
  });

  test("is asked with the day of its last change where it has no tag", async () => {
    const since = "Sat, 31 Oct 2026 10:00:00 GMT";
    server.serve("/list.json", text(acmeList(whole()), { "last-modified": since }));
    await read();
    laterBy(24);
    await read();
    expect(server.asked.at(-1)).toMatchObject({ since, etag: undefined });
  });

  test("of several files is read whole where one of them has changed", async () => {
    const files = ["/a", "/b", "/c"];
    const collector = acmeCollector(server.url, { requests: () => files.map((path) => ({ url: server.url + path })) });
    const parts = [without(16), Object.fromEntries(Object.entries(whole()).slice(8, 16))];
    server.serve("/a", tagged(acmeList(parts[0] ?? {}), '"a1"'));
    server.serve("/b", tagged(acmeList(parts[1] ?? {}), '"b1"'));
    server.serve("/c", tagged(acmeList(Object.fromEntries(Object.entries(whole()).slice(0, 8))), '"c1"'));
    expect((await read({}, runtime([collector]))).first).toMatchObject({ counts: { new: 24 } });
    laterBy(24);
    expect((await read({}, runtime([collector]))).first).toMatchObject({ outcome: "unchanged", counts: { read: 0 } });
    expect(server.asked.slice(3).map(({ etag }) => etag)).toEqual(['"a1"', '"b1"', '"c1"']);
    laterBy(24);
    server.serve("/b", tagged(acmeList({ ...parts[1], "acme-5/small": 99 }), '"b2"'));
    expect((await read({}, runtime([collector]))).first).toMatchObject({
      outcome: "done",
      counts: { read: 24, moved: 1 },
    });
  });
});

describe("a list that cannot be had whole", () => {
  const cases: [string, Parameters<ListServer["serve"]>[1], RegExp][] = [
    ["its server fails", status(500), /returned 500/],
    ["it is gone", status(404), /returned 404/],
    ["it breaks off", brokenOff(acmeList(whole())), /broke off|is incomplete/],
    ["it states that it is too long", text(`${acmeList(whole())}${" ".repeat(100_000)}`), /more than/],
    ["it is cut JSON", text(acmeList(whole()).slice(0, -40)), /could not be parsed/],
    ["it is not text", (_, response) => void response.end(Buffer.from([0x7b, 0xff, 0xfe])), /UTF-8/],
    ["it says 304 without having been asked", status(304), /304/],
    ["nothing comes", () => {}, /sent nothing/],
    [
      "nothing more comes",
      (_, response) => {
        response.writeHead(200);
        response.write("{");
      },
      /sent nothing/,
    ],
  ];
  test.each(cases)("changes nothing and is told: %s", async (_, handler, said) => {
    serve(whole());
    await read();
    const before = await everything();
    laterBy(24);
    server.serve("/list.json", handler);
    const { first } = await read({}, { ...runtime(), limits: { silenceMs: 300 } });
    expect(first).toMatchObject({ outcome: "failed", report: [expect.stringMatching(said)] });
    expect(await everything()).toBe(before);
    expect((await runRows()).at(-1)).toMatchObject({ outcome: "failed", endedAt: clock });
    expect(await stateOf()).toMatchObject({ failures: 1, stopped: false, reason: expect.stringMatching(said) });
  });

  test("is not taken for one of another form, whatever its parser makes of the part that came", async () => {
    const streamed: Collector = {
      ...acmeCollector(server.url),
      parse: undefined,
      async parseStream(files) {
        try {
          for await (const { chunks } of files) for await (const _ of chunks);
        } catch {
          throw new ListChangedError("it ends too early");
        }
        return { readings: [], rejects: [] };
      },
    };
    server.serve("/list.json", brokenOff(acmeList(whole())));
    expect((await read({}, runtime([streamed]))).first).toMatchObject({
      outcome: "failed",
      report: [expect.stringMatching(/broke off|is incomplete/)],
    });
  });

  test("is left as soon as it is longer than it may be, whatever it says of itself", async () => {
    let sent = 0;
    const piece = Buffer.alloc(16_384, " ");
    server.serve("/list.json", (_, response) => {
      const go = () => {
        while (!response.destroyed && sent < 200e6) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once("drain", go);
        }
      };
      go();
    });
    expect((await read()).first).toMatchObject({
      outcome: "failed",
      report: [expect.stringMatching(/exceeds the limit/)],
    });
    expect(sent).toBeLessThan(20e6);
  });

  test("is asked again after a pause that grows, and as before once it can be read", async () => {
    server.serve("/list.json", status(500));
    const [pause = 0, longer = 0] = COLLECTING.retryAfterMs.map((ms) => ms / 3_600_000);
    expect((await read()).runs).toHaveLength(1);
    laterBy(pause - 1);
    expect((await read()).runs).toHaveLength(0);
    laterBy(1);
    expect((await read()).runs).toHaveLength(1);
    laterBy(longer - 1);
    expect((await read()).runs).toHaveLength(0);
    laterBy(1);
    serve(whole());
    expect((await read()).first).toMatchObject({ outcome: "done" });
    expect(await stateOf()).toMatchObject({ failures: 0, reason: null });
  });

  test("leaves the others alone", async () => {
    const other = acmeCollector(server.url, { source: OTHER, requests: () => [{ url: `${server.url}/other.json` }] });
    server.serve("/list.json", status(500));
    server.serve("/other.json", text(acmeList(whole())));
    const { runs: ended } = await read({}, runtime([acmeCollector(server.url), other]));
    expect(ended.map(({ source, outcome }) => [source, outcome]).sort()).toEqual([
      [SOURCE, "failed"],
      [OTHER, "done"],
    ]);
  });
});

describe("a list of another form", () => {
  const forms: [string, Partial<WholeList>][] = [
    ["as its parser says", {}],
    [
      "as a schema says",
      {
        parse: (files, context) => {
          z.object({ form: z.literal(1) }).parse(JSON.parse(files[0]?.text ?? ""));
          return readAcme(files, context);
        },
      },
    ],
  ];
  test.each(forms)("stops its collector, %s, until a person lets it go on", async (_, own) => {
    const at = () => runtime([acmeCollector(server.url, own)]);
    serve(whole());
    await read({}, at());
    const before = await everything();
    laterBy(24);
    server.serve("/list.json", text(JSON.stringify({ form: 2, lines: [] })));
    const { first } = await read({}, at());
    expect(first).toMatchObject({
      outcome: "refused",
      report: [expect.stringMatching(/no longer has the format/), expect.anything()],
    });
    expect(await everything()).toBe(before);
    expect((await runRows()).at(-1)).toMatchObject({ outcome: "refused" });
    expect(await stateOf()).toMatchObject({ stopped: true, reason: expect.stringMatching(/no longer has the format/) });

    laterBy(24 * 60);
    serve(whole());
    const asked = server.asked.length;
    for (const options of [{}, { sources: [SOURCE] }, { all: true }]) {
      const { first: later } = await read(options, at());
      expect(later).toMatchObject({ outcome: "stopped", run: null });
      expect(later?.report.join(" ")).toMatch(/no longer has the format.*--resume acme-rates/);
    }
    expect(server.asked).toHaveLength(asked);
    expect(await databaseLedger(connection.db).resume(SOURCE)).toBe(true);
    expect(await databaseLedger(connection.db).resume(SOURCE)).toBe(false);
    expect((await read({ sources: [SOURCE] }, at())).first).toMatchObject({ outcome: "unchanged" });
  });
});

describe("a list that is not plausible as a whole", () => {
  const changes: [string, () => AcmeLines, RegExp][] = [
    ["lost too many products", () => without(14), /7 of 12 products are gone/],
    [
      "lost too many lines",
      () => Object.fromEntries(Object.entries(whole()).filter(([key]) => key.endsWith("/small"))),
      /24 lines .* 12 now/,
    ],
    [
      "moved too many prices",
      () =>
        whole(
          Object.fromEntries(
            Object.entries(whole())
              .slice(0, 9)
              .map(([key, price]) => [key, Number(price) * 1000]),
          ),
        ),
      /9 of 24 lines show a different price/,
    ],
    ["is empty", () => ({}), /Nothing could be read/],
  ];
  test.each(changes)("is refused: it %s", async (_, changed, said) => {
    serve(whole());
    await read();
    const before = await everything();
    laterBy(24);
    serve(changed());
    const { first } = await read();
    expect(first?.outcome).toBe("refused");
    expect(first?.report.join(" ")).toMatch(said);
    expect(await everything()).toBe(before);
    expect(await stateOf()).toMatchObject({ stopped: false, failures: 1, reason: expect.stringMatching(said) });
    laterBy(24);
    serve(whole());
    expect((await read()).first).toMatchObject({ outcome: "unchanged" });
  });

  test("is refused too after days on which its server said that nothing changed", async () => {
    server.serve("/list.json", tagged(acmeList(whole()), '"v1"'));
    await read();
    laterBy(24);
    expect((await read()).first).toMatchObject({ outcome: "unchanged", counts: { read: 0 } });
    laterBy(24);
    serve(Object.fromEntries(Object.entries(whole()).filter(([key]) => key.endsWith("/small"))));
    const { first } = await read();
    expect(first?.outcome).toBe("refused");
    expect(first?.report.join(" ")).toMatch(/24 lines .* 12 now/);
  });

  test("is not what a short list is, of which most may move or go in a day", async () => {
    serve({ "acme-1/small": 1, "acme-2/small": 2, "acme-3/small": 3, "acme-4/small": 4 });
    await read();
    laterBy(24);
    serve({ "acme-1/small": 2, "acme-2/small": 3 });
    expect((await read()).first).toMatchObject({ outcome: "done", counts: { moved: 2, gone: 2 } });
  });

  test("is taken once a person says so, and the report tells it", async () => {
    serve(whole());
    await read();
    laterBy(24);
    serve(without(14));
    expect((await read()).first).toMatchObject({ outcome: "refused" });
    const { first } = await read({ sources: [SOURCE], accept: true });
    expect(first?.outcome).toBe("unchanged");
    expect(first?.report).toEqual([
      expect.stringMatching(/Accepted anyway: 7 of 12 products/),
      expect.stringMatching(/Accepted anyway: .* 24 lines/),
      expect.stringMatching(/14 lines are no longer in the list/),
    ]);
    laterBy(24);
    expect((await read()).first).toMatchObject({ outcome: "unchanged" });
  });
});

describe("a line that is no longer listed", () => {
  test("is told of and stays, and its product is not confirmed", async () => {
    serve(whole());
    await read();
    laterBy(24);
    serve(without(3));
    const { first } = await read();
    expect(first).toMatchObject({ outcome: "unchanged", counts: { gone: 3, unchanged: 21 } });
    expect(first?.report.join(" ")).toMatch(/3 lines are no longer in the list.*acme-1: small/);
    expect((await checksOf(first?.run)).map(({ product }) => product)).toEqual(PRODUCTS.slice(1).sort());
  });

  test("is retired where the list holds what is sold, once, and not where its line could not be read", async () => {
    const at = () => runtime([acmeCollector(server.url, { retires: true })]);
    serve(whole());
    await read({}, at());
    laterBy(24 * 8);
    serve({ ...without(3), "acme-1/large": null });
    const { first } = await read({}, at());
    expect(first).toMatchObject({ outcome: "done", counts: { gone: 2, refused: 1 } });
    const added = (await stored()).filter(({ run }) => run === first?.run);
    expect(added.map(({ product, payload }) => [product, payload.fact])).toEqual(
      expect.arrayContaining([
        ["acme-1", { kind: "rates", model: "small", status: "retired", currency: "USD", meters: [] }],
        ["acme-2", { kind: "rates", model: "small", status: "retired", currency: "USD", meters: [] }],
      ]),
    );
    laterBy(24);
    expect((await read({}, at())).first).toMatchObject({ outcome: "unchanged", counts: { gone: 0 } });
    laterBy(24);
    serve(whole());
    expect((await read({}, at())).first).toMatchObject({ counts: { moved: 2, unchanged: 22 } });
  });
});

describe("a list over several pages", () => {
  const page = (n: number, more?: string) =>
    server.serve(
      `/page/${n}`,
      text(acmeList(Object.fromEntries(Object.entries(whole()).slice(8 * (n - 1), 8 * n)), more)),
    );
  const pages = () => {
    page(1, "/page/2");
    page(2, "/page/3");
    page(3);
  };
  const paths = () => server.asked.map(({ path }) => path);

  test("is read to its end", async () => {
    pages();
    expect((await read({}, runtime([pagedCollector(server.url)]))).first).toMatchObject({
      counts: { read: 24, new: 24 },
    });
    expect(paths()).toEqual(["/page/1", "/page/2", "/page/3"]);
  });

  test("that leads back to itself is refused", async () => {
    pages();
    page(3, "/page/2");
    const { first } = await read({}, runtime([pagedCollector(server.url)]));
    expect(first).toMatchObject({
      outcome: "refused",
      report: [expect.stringMatching(/link back/), expect.anything()],
    });
    expect(await stored()).toEqual([]);
  });

  test("that ran out of time goes on where it was, on the same day", async () => {
    pages();
    server.serve("/page/2", () => {});
    const at = runtime([pagedCollector(server.url)]);
    const { first, remaining } = await read(
      { deadline: new Date(clock.getTime() + 250) },
      { ...at, limits: { leastMs: 0 } },
    );
    expect(first).toMatchObject({ outcome: "interrupted" });
    expect(remaining).toEqual([SOURCE]);
    expect(await stored()).toEqual([]);
    pages();
    laterBy(0.5);
    expect((await read({}, at)).first).toMatchObject({ outcome: "done", counts: { read: 24, new: 24 } });
    expect(paths()).toEqual(["/page/1", "/page/2", "/page/2", "/page/3"]);
    expect(await stateOf()).toMatchObject({ position: { begun: null }, failures: 0 });
  });

  test("that failed half-way goes on where it was once its pause is over", async () => {
    pages();
    server.serve("/page/2", status(503));
    const at = runtime([pagedCollector(server.url)]);
    expect((await read({}, at)).first).toMatchObject({ outcome: "failed" });
    pages();
    laterBy(1);
    expect((await read({}, at)).runs).toEqual([]);
    laterBy(6);
    expect((await read({}, at)).first).toMatchObject({ outcome: "done", counts: { read: 24 } });
    expect(paths()).toEqual(["/page/1", "/page/2", "/page/2", "/page/3"]);
  });

  test("begins anew on another day: no page may be dated with a day on which it was not read", async () => {
    pages();
    server.serve("/page/2", () => {});
    const at = runtime([pagedCollector(server.url)]);
    await read({ deadline: new Date(clock.getTime() + 250) }, { ...at, limits: { leastMs: 0 } });
    pages();
    laterBy(24);
    expect((await read({}, at)).first).toMatchObject({ outcome: "done", counts: { read: 24 } });
    expect(paths()).toEqual(["/page/1", "/page/2", "/page/1", "/page/2", "/page/3"]);
  });

  test("whose worker died goes on from the pages that it kept", async () => {
    pages();
    const at = { ...runtime([pagedCollector(server.url)]), limits: { keepEveryMs: 0 } };
    server.serve("/page/3", () => {});
    let kept = 0;
    const ledger = databaseLedger(connection.db);
    const dying = collect(
      {
        ...at,
        ledger: {
          ...ledger,
          keep: async (...given) => {
            await ledger.keep(...given);
            kept += 1;
          },
          end: () => new Promise(() => {}),
        },
      },
      { now },
    );
    await expect.poll(() => [kept, paths().length]).toEqual([2, 3]);
    expect(await Promise.race([dying, "dead"])).toBe("dead");

    pages();
    laterBy(0.1);
    expect((await read({}, at)).first).toMatchObject({ outcome: "busy" });
    clock = new Date(clock.getTime() + COLLECTING.abandonedAfterMs);
    expect((await read({}, at)).first).toMatchObject({ outcome: "done", counts: { read: 24, new: 24 } });
    expect(paths().slice(3)).toEqual(["/page/3"]);
    expect((await runRows()).map(({ outcome }) => outcome)).toEqual(["interrupted", "done"]);
  });
});

describe("several processes", () => {
  test("never read one list at once", async () => {
    serve(whole());
    const at = runtime();
    const ended = await Promise.all([read({}, at), read({}, at), read({}, at)]);
    expect(ended.map(({ first }) => first?.outcome).sort()).toEqual(["busy", "busy", "done"]);
    expect(server.asked).toHaveLength(1);
    expect(await stored()).toHaveLength(24);
  });

  test("a run that was taken for dead writes nothing when it wakes up", async () => {
    serve(whole());
    const ledger = databaseLedger(connection.db);
    let wake = () => {};
    const asleep = new Promise<void>((awake) => {
      wake = awake;
    });
    const slow = collect(
      {
        ...runtime(),
        ledger: {
          ...ledger,
          end: async (...given) => {
            await asleep;
            await ledger.end(...given);
          },
        },
      },
      { now },
    );
    await expect.poll(() => server.asked.length).toBe(1);
    clock = new Date(clock.getTime() + COLLECTING.abandonedAfterMs + 1000);
    expect((await read()).first).toMatchObject({ outcome: "done" });
    wake();
    expect((await slow).runs[0]).toMatchObject({
      outcome: "failed",
      report: [expect.stringMatching(/considered dead/)],
    });
    expect(await stored()).toHaveLength(24);
    expect((await runRows()).map(({ outcome }) => outcome)).toEqual(["interrupted", "done"]);
  });

  test("where one alone owns the database, a run from before it began is dead", async () => {
    serve(whole());
    await databaseLedger(connection.db).begin({ id: "run_before", source: SOURCE, startedAt: clock }, new Date(0));
    laterBy(0.01);
    expect((await read()).first).toMatchObject({ outcome: "busy" });
    expect((await read({}, { ...runtime(), aloneSince: clock })).first).toMatchObject({ outcome: "done" });
  });
});

describe("collecting within a time limit", () => {
  const several = () =>
    ["a", "b", "c"].map((name) =>
      acmeCollector(server.url, {
        source: name === "a" ? SOURCE : `${name}-rates`,
        requests: () => [{ url: `${server.url}/${name}` }],
      }),
    );

  test("leaves what there is no time for, and says so", async () => {
    server.serve("/a", text(acmeList(whole())));
    const { runs: ended, remaining } = await read(
      { deadline: new Date(clock.getTime() + COLLECTING.leastMs - 1) },
      runtime(several()),
    );
    expect(ended).toEqual([]);
    expect(remaining).toEqual([SOURCE, "b-rates", "c-rates"]);
    expect(server.asked).toEqual([]);
  });

  test("a list that does not end in time comes after the others the next time", async () => {
    server.serve("/a", () => {});
    const at = { ...runtime(several()), limits: { leastMs: 0 } };
    const { runs: ended } = await read({ deadline: new Date(clock.getTime() + 250), sources: [SOURCE] }, at);
    expect(ended).toMatchObject([
      { outcome: "interrupted", report: [expect.stringMatching(/took longer than/), expect.anything()] },
    ]);
    expect(await stateOf()).toMatchObject({ failures: 1, position: { begun: null } });
    laterBy(24);
    server.serve("/a", status(500));
    const order = (await read({}, at)).runs.map(({ source }) => source);
    expect(order).toEqual(["b-rates", "c-rates", SOURCE]);
  });

  test("stops where it is asked to", async () => {
    server.serve("/a", () => {});
    const stop = new AbortController();
    const ending = read({ signal: stop.signal }, runtime(several()));
    await expect.poll(() => server.asked.length).toBe(1);
    stop.abort();
    expect(await ending).toMatchObject({
      runs: [{ outcome: "interrupted" }],
      remaining: [SOURCE, "b-rates", "c-rates"],
    });
  });
});

test("what the database does not take is told, and nothing of the run stands", async () => {
  serve(whole());
  const failing: typeof appendRun = async (tx, work) => {
    await appendRun(tx, work);
    throw new Error("no room left");
  };
  const at = { ...runtime(), ledger: databaseLedger(connection.db, failing) };
  expect((await read({}, at)).first).toMatchObject({
    outcome: "failed",
    report: ["Nothing was written: no room left"],
  });
  expect(await everything()).toBe("[[],[]]");
  expect(await runRows()).toMatchObject([{ outcome: "failed" }]);
  expect(await stateOf()).toMatchObject({ failures: 1, sha256: null, position: { validators: {} } });
});

test("a source without a collector is named", async () => {
  await expect(read({ sources: ["nobody"] })).rejects.toThrow(/nobody/);
});

test("progress tells each step of each list", async () => {
  serve(whole());
  const steps: Progress[] = [];
  await read({ onProgress: (step) => steps.push(step) });
  expect([...new Set(steps.map(({ phase }) => phase))]).toEqual(["asking", "reading", "comparing", "writing", "ended"]);
});
