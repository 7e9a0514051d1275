import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogDir } from "@/db/load/boot";
import { groupBy } from "@/lib/catalog/ledger";
import { Product } from "@/lib/schemas/catalog";
import type { PageRead } from "./conclude";
import { DAY_MS, dayNumber, HOUR_MS, type PageToPlace, pageAddress } from "./schedule";
import { MemoryDesk, type Recorded } from "./testing/memory-desk";
import { VirtualTime } from "./testing/virtual-time";
import { verify } from "./verify";

const START = new Date("2026-12-01T00:00:00.000Z");
const DAYS = 60;

/** Returns every page of the shipped catalogue with the products sold on it. */
function cataloguePages(): (PageToPlace & { products: string[] })[] {
  const lines = readFileSync(join(catalogDir(), "products.ndjson"), "utf8").split("\n").filter(Boolean);
  const priced = lines.flatMap((line) => {
    const { slug, pricingPage } = Product.parse(JSON.parse(line));
    const address = pricingPage === null ? null : pageAddress(pricingPage);
    return address ? [{ ...address, slug }] : [];
  });
  return [...groupBy(priced, ({ url }) => url).values()].map((products) => ({
    url: (products[0] as (typeof products)[number]).url,
    host: (products[0] as (typeof products)[number]).host,
    products: products.map(({ slug }) => slug),
    seenAt: null,
    prominence: 0,
  }));
}

/** Returns numbers from 0 (inclusive) to 1 (exclusive), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

interface Life {
  recorded: readonly Recorded[];
  /** Pages that a process had leased when it was killed. */
  killedWith: string[];
  overlaps: string[];
  leases: number;
}

/** Simulates two processes that read due pages every hour. Each is killed once while it has leased a page. */
async function live(pages: ReturnType<typeof cataloguePages>, seed: number): Promise<Life> {
  const time = new VirtualTime(START);
  const random = numbers(seed);
  const gone = new Set(pages.filter(() => random() < 0.01).map(({ url }) => url));
  const atWork = new Set<string>();
  const overlaps: string[] = [];
  const hostOf = new Map(pages.map(({ url, host }) => [url, host]));
  const read = async (url: string): Promise<PageRead> => {
    const fetchedAt = time.now();
    const host = hostOf.get(url) ?? url;
    if (atWork.has(host)) overlaps.push(url);
    atWork.add(host);
    await time.sleep(500 + random() * 6_000);
    atWork.delete(host);
    const fetched = { fetchedAt, durationMs: time.now().getTime() - fetchedAt.getTime() };
    if (gone.has(url) || random() < 0.02) {
      return { kind: "failed", httpStatus: null, reason: "It did not answer.", retryAfter: null, ...fetched };
    }
    return { kind: "not_modified", httpStatus: 304, etag: null, lastModified: null, ...fetched };
  };
  const desk = new MemoryDesk(pages, { time, read });
  const killedWith: string[] = [];

  async function process(name: number, killAt: number): Promise<void> {
    let killed = false;
    for (let hour = 0; hour < DAYS * 24; hour++) {
      const wake = START.getTime() + hour * HOUR_MS + name * 7_000;
      await time.sleep(Math.max(0, wake - time.now().getTime()));
      let dead = false;
      let kill = () => {};
      const death = new Promise<void>((resolve) => {
        kill = resolve;
      });
      const run = verify(
        desk.seenBy(() => dead),
        {
          runId: `run ${name} ${hour}`,
          workers: 3,
          deadline: new Date(wake + 50 * 60_000),
          onProgress: ({ kind, url }) => {
            if (kind !== "begun" || killed || time.now().getTime() < killAt) return;
            killed = true;
            dead = true;
            killedWith.push(url);
            kill();
          },
        },
      );
      await Promise.race([run, death]);
    }
  }

  const instant = () => START.getTime() + (5 + random() * 50) * DAY_MS;
  await time.during(Promise.all([process(0, instant()), process(1, instant())]));
  return { recorded: desk.recorded, killedWith, overlaps, leases: desk.given };
}

describe("sixty days over the whole catalogue", () => {
  const pages = cataloguePages();
  let life: Life;
  beforeAll(async () => {
    life = await live(pages, 17);
  });

  test("two processes were killed with a page in hand, and that page was read all the same", () => {
    expect(life.killedWith).toHaveLength(2);
    expect(life.leases).toBeGreaterThan(new Set(life.recorded.map(({ url, at }) => `${url} ${at.getTime()}`)).size);
  });

  test("every product with a page is checked at least once in each 31 days", () => {
    const checks = groupBy(life.recorded, ({ product }) => product);
    const products = pages.flatMap((page) => page.products);
    expect(products.length).toBeGreaterThan(1_500);
    const end = START.getTime() + DAYS * DAY_MS;
    const longest = products.map((product) => {
      const days = [START.getTime(), ...(checks.get(product) ?? []).map(({ at }) => at.getTime()), end];
      return Math.max(...days.slice(1).map((at, index) => at - (days[index] as number))) / DAY_MS;
    });
    expect(Math.max(...longest)).toBeLessThanOrEqual(31);
  });

  test("the work of each day is within a fifth of the even share", () => {
    const read = new Set(life.recorded.map(({ url, at }) => `${dayNumber(at)} ${url} ${at.getTime()}`));
    const perDay = Array.from({ length: DAYS }, (_, day) => {
      const number = dayNumber(START) + day;
      return [...read].filter((look) => look.startsWith(`${number} `)).length;
    });
    const even = perDay.reduce((sum, n) => sum + n, 0) / DAYS;
    expect(even).toBeGreaterThan(pages.length / 31);
    expect(Math.min(...perDay)).toBeGreaterThanOrEqual(0.8 * even);
    expect(Math.max(...perDay)).toBeLessThanOrEqual(1.2 * even);
  });

  test("no check is doubled: a page that was read waits for its turn, one that failed for its retry", () => {
    const early = [...groupBy(life.recorded, ({ product }) => product).values()].flatMap((own) =>
      own.slice(1).flatMap((look, index) => {
        const before = own[index] as Recorded;
        const gap = look.at.getTime() - before.at.getTime();
        return gap < (before.fault ? 6 * HOUR_MS : 26 * DAY_MS) ? [{ look, before }] : [];
      }),
    );
    expect(early).toEqual([]);
  });

  test("no host is asked for two pages at the same time", () => {
    expect(life.overlaps).toEqual([]);
  });
});
