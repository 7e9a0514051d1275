import type { Slug } from "@/lib/schemas/primitives";
import type { Conclusion, PageFile, PageRead } from "../conclude";
import { VERIFICATION_POLICY } from "../policy";
import { dayNumber, type Fault, firstTurns, nextTurn, type PageToPlace, pauseUntil } from "../schedule";
import type { Lease, VerificationDesk } from "../verify";
import type { VirtualTime } from "./virtual-time";

interface Row {
  url: string;
  host: string;
  products: Slug[];
  dueAt: number;
  leasedBy: string | null;
  leasedUntil: number;
  failures: number;
}

export interface Recorded {
  product: Slug;
  url: string;
  at: Date;
  fault: Fault | null;
}

const LEASE_MS = VERIFICATION_POLICY.leaseMinutes * 60_000;

/** The queue of db/queries/page-schedule in memory, with the same rules, for runs of months. */
export class MemoryDesk {
  readonly recorded: Recorded[] = [];
  /** Number of leases that were taken but not recorded. */
  given = 0;
  readonly #rows: Row[];
  readonly #time: VirtualTime;
  readonly #read: (url: string) => Promise<PageRead>;
  #tokens = 0;

  constructor(
    pages: readonly (PageToPlace & { products: Slug[] })[],
    { time, read }: { time: VirtualTime; read: (url: string) => Promise<PageRead> },
  ) {
    this.#time = time;
    this.#read = read;
    const turns = firstTurns(pages, time.now());
    this.#rows = pages.map(({ url, host, products }) => ({
      url,
      host,
      products,
      dueAt: turns.get(url)?.getTime() ?? Number.NaN,
      leasedBy: null,
      leasedUntil: 0,
      failures: 0,
    }));
  }

  /** Returns the desk of one process. Once `isDead`, its pending calls never end. */
  seenBy(isDead: () => boolean): VerificationDesk {
    const unlessDead = async <T>(work: () => T | Promise<T>): Promise<T> => {
      const value = isDead() ? undefined : await work();
      return isDead() ? new Promise<T>(() => {}) : (value as T);
    };
    const nothing = () => unlessDead(() => {});
    return {
      now: this.#time.now,
      sleep: (ms) => unlessDead(() => this.#time.sleep(ms)),
      newToken: () => `lease ${this.#tokens++}`,
      plan: nothing,
      take: ({ token }) => unlessDead(() => this.#take(token)),
      nextFreeAt: () => unlessDead(() => this.#nextFreeAt()),
      due: () => unlessDead(() => []),
      open: ({ url, products }) => unlessDead(() => this.#open(url, products)),
      read: (url) => unlessDead(() => this.#read(url)),
      // A dead process writes nothing. A process that dies right after a write has written.
      record: (lease, _file, conclusion) => unlessDead(() => this.#record(lease, conclusion)),
      begin: nothing,
      end: nothing,
    };
  }

  #due(): Row[] {
    const now = this.#time.now().getTime();
    return this.#rows.filter(({ dueAt }) => dueAt <= now);
  }

  #busyUntil(host: string): number {
    return Math.max(0, ...this.#rows.filter((row) => row.host === host).map(({ leasedUntil }) => leasedUntil));
  }

  #take(token: string): Lease | null {
    const now = this.#time.now().getTime();
    const [row] = this.#due()
      .filter(({ host }) => this.#busyUntil(host) <= now)
      .sort((a, b) => a.dueAt - b.dueAt);
    if (!row) return null;
    row.leasedBy = token;
    row.leasedUntil = now + LEASE_MS;
    this.given += 1;
    return { token, url: row.url, host: row.host, products: row.products };
  }

  #nextFreeAt(): Date | null {
    const now = this.#time.now().getTime();
    const times = this.#due()
      .map(({ host }) => this.#busyUntil(host))
      .filter((until) => until > now);
    return times.length > 0 ? new Date(Math.min(...times)) : null;
  }

  #open(url: string, products: readonly Slug[]): PageFile {
    return {
      products: products.map((slug) => ({ slug, name: slug, stands: null, rejected: [] })),
      sharedBy: products.length,
      failures: this.#rows.find((row) => row.url === url)?.failures ?? 0,
      validators: null,
      sha256: null,
    };
  }

  #record(lease: Lease, { outcomes, fault, retryAfter }: Conclusion): boolean {
    const row = this.#rows.find(({ url }) => url === lease.url);
    if (row?.leasedBy !== lease.token) return false;
    const [first] = outcomes;
    if (!first) return false;
    const at = new Date(first.check.startedAt);
    row.failures = fault ? row.failures + 1 : 0;
    const load = new Map<number, number>();
    for (const { dueAt } of this.#rows) {
      const day = dayNumber(new Date(dueAt));
      load.set(day, (load.get(day) ?? 0) + 1);
    }
    row.dueAt = nextTurn({ url: row.url, checkedAt: at, fault, failures: row.failures }, load).getTime();
    row.leasedBy = null;
    row.leasedUntil = pauseUntil(
      this.#time.now(),
      retryAfter && retryAfter.getTime() - this.#time.now().getTime(),
    ).getTime();
    for (const { check } of outcomes) this.recorded.push({ product: check.product, url: lease.url, at, fault });
    return true;
  }
}
