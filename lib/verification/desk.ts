import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import {
  isChangedSince,
  nextFreeAt,
  pricedProducts,
  productNames,
  rejectedReadings,
  scheduleOf,
  sharersOf,
} from "@/db/queries/page-schedule";
import { today } from "@/lib/operations/views";
import type { Check } from "@/lib/schemas/check";
import type { Observation } from "@/lib/schemas/observation";
import type { Day, Slug } from "@/lib/schemas/primitives";
import type { Held, PageFile, PageRead } from "./conclude";
import type { Standing } from "./decide";
import { givePageBack, pagesDue, planSchedule, takePage } from "./queue";
import { firstTurns, pageAddress } from "./schedule";
import type { Lease, RunEnd, VerificationDesk } from "./verify";

/** Records the results of a run in the ledger. */
export interface RunLedger {
  begin(db: Db, run: VerifyRun): Promise<unknown>;
  append(
    tx: Db,
    found: {
      run: VerifyRun;
      observations: readonly Observation[];
      checks: readonly Check[];
      held: readonly Held[];
      now: Date;
    },
  ): Promise<unknown>;
  end(db: Db, id: string, end: RunEnd): Promise<unknown>;
}

interface VerifyRun {
  id: string;
  kind: "verify";
  source: null;
  startedAt: Date;
}

/** Returns the current records of products on a day. */
export type Standings = (db: Db, slugs: readonly Slug[], asOf: Day) => Promise<Map<Slug, Standing | null>>;

export interface DeskParts {
  db: Db;
  ledger: RunLedger;
  standings: Standings;
  read: (url: string, validators: PageFile["validators"]) => Promise<PageRead>;
  now?: () => Date;
}

export function databaseDesk({ db, ledger, standings, read, now = () => new Date() }: DeskParts): VerificationDesk {
  const runOf = ({ id, startedAt }: { id: string; startedAt: Date }): VerifyRun => ({
    id,
    kind: "verify",
    source: null,
    startedAt,
  });
  return {
    now,
    sleep: (ms) => sleep(ms).then(() => {}),
    newToken: randomUUID,
    plan: () => planSchedule(db, now()).then(() => {}),
    take: ({ token, only }) => takePage(db, { token, now: now(), only }),
    nextFreeAt: (only) => nextFreeAt(db, { now: now(), only }),
    due: ({ limit, only }) => (only ? pagesOf(db, only, now()) : duePagesOrFirst(db, limit, now())),
    open: (page) => openFile(db, page, now(), standings),
    read,
    record: (lease, file, conclusion, run) =>
      db.transaction(async (tx) => {
        const { outcomes, fault, retryAfter, ...validators } = conclusion;
        const checkedAt = new Date(Math.min(...outcomes.map(({ check }) => Date.parse(check.startedAt))));
        const finishedAt = now();
        const failuresBefore = file.failures;
        const looked = { ...validators, checkedAt, finishedAt, fault, failuresBefore, retryAfter };
        if (!(await givePageBack(tx, lease, looked))) return false;
        await ledger.append(tx, {
          run: runOf(run),
          checks: outcomes.map(({ check }) => check),
          observations: outcomes.flatMap(({ observation }) => observation ?? []),
          held: outcomes.flatMap(({ held }) => held ?? []),
          now: finishedAt,
        });
        return true;
      }),
    begin: (run) => ledger.begin(db, runOf(run)).then(() => {}),
    end: (run, end) => ledger.end(db, run.id, end).then(() => {}),
  };
}

/** Returns the pages of these products, with all products sold on them, even if nothing is planned yet. */
async function pagesOf(db: Db, slugs: readonly Slug[], now: Date): Promise<Omit<Lease, "token">[]> {
  const pages = await allPages(db, now);
  return [...pages.values()].filter(({ products }) => products.some((product) => slugs.includes(product)));
}

async function allPages(db: Db, now: Date): Promise<Map<string, Omit<Lease, "token">>> {
  const pages = new Map<string, Omit<Lease, "token">>();
  for (const { product, pricingPage } of await pricedProducts(db, today(now))) {
    const address = pageAddress(pricingPage);
    if (!address) continue;
    const page = pages.get(address.url) ?? { ...address, products: [] };
    page.products.push(product);
    pages.set(address.url, page);
  }
  return pages;
}

/** Returns the pages that are due. Before the first planning, returns those that would come first. */
async function duePagesOrFirst(db: Db, limit: number, now: Date): Promise<Omit<Lease, "token">[]> {
  const due = await pagesDue(db, { now, limit });
  if (due.length > 0) return due;
  const pages = await allPages(db, now);
  const rows = await scheduleOf(
    db,
    [...pages.values()].flatMap(({ products }) => products.slice(0, 1)),
  );
  if (rows.length > 0) return [];
  const seen = await pricedProducts(db, today(now));
  const turns = firstTurns(
    seen.flatMap(({ pricingPage, seenAt, prominence }) => {
      const address = pageAddress(pricingPage);
      return address ? [{ ...address, seenAt, prominence }] : [];
    }),
    now,
  );
  return [...turns]
    .sort(([, a], [, b]) => a.getTime() - b.getTime())
    .slice(0, limit)
    .flatMap(([url]) => pages.get(url) ?? []);
}

async function openFile(
  db: Db,
  { url, products }: Pick<Lease, "url" | "products">,
  now: Date,
  standings: Standings,
): Promise<PageFile> {
  const asOf = today(now);
  const [rows, standing, names, rejected, sharers] = [
    await scheduleOf(db, products),
    await standings(db, products, asOf),
    await productNames(db, products),
    await rejectedReadings(db, products),
    await sharersOf(db, url),
  ];
  const [row] = rows;
  const checkedAt = row?.checkedAt;
  const canAsk = checkedAt && (row.etag || row.lastModified) && !(await isChangedSince(db, products, checkedAt));
  return {
    products: products.map((slug) => ({
      slug,
      name: names.get(slug) ?? slug,
      stands: standing.get(slug) ?? null,
      rejected: rejected.flatMap(({ product, after, decidedAt, reason }) =>
        product === slug && after.fact.kind === "plans"
          ? [{ fact: after.fact, on: today(decidedAt ?? now), reason: reason ?? "no reason given" }]
          : [],
      ),
    })),
    sharedBy: Math.max(products.length, sharers.length),
    failures: Math.max(0, ...rows.map(({ failures }) => failures)),
    validators: canAsk ? { etag: row.etag, lastModified: row.lastModified } : null,
    sha256: row?.sha256 ?? null,
  };
}
