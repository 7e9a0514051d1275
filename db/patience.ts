import { AsyncLocalStorage } from "node:async_hooks";

// On globalThis, because Next.js bundles this module several times.
const shared = globalThis as typeof globalThis & { pricingPatience?: AsyncLocalStorage<true> };
shared.pricingPatience ??= new AsyncLocalStorage();
const unlimited = shared.pricingPatience;

/** Runs migrations and loads, whose statements may take minutes. They also remove PostgreSQL's own limit. */
export function withoutLimit<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

export function hasNoLimit(): boolean {
  return unlimited.getStore() === true;
}
