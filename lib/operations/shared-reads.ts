import { type Awaitable, after, turnTaken } from "@/lib/awaitable";
import type { Day } from "@/lib/schemas/primitives";
import type { Catalog, Lookup, ProductChanges } from "./catalog";

const sources = new WeakMap<Catalog, Catalog>();

/** Returns the catalogue that a view of one request reads from. Caches of the process use it as their key. */
export function sourceOf(catalog: Catalog): Catalog {
  return sources.get(catalog) ?? catalog;
}

/**
 * Returns the same catalogue for one request, which reads each record once. Not all large records fit in the memory of
 * the process as objects, and decompressing one takes up to a tenth of a second.
 */
export function sharedReads(catalog: Catalog): Catalog {
  const records = new Map<string, Awaitable<Lookup>>();
  const changes = new Map<string, Awaitable<ProductChanges>>();
  const record: Catalog["record"] = (name, view) =>
    once(records, keyOf(name, view.asOf), () => catalog.record(name, view));
  const own: Catalog = {
    ...catalog,
    record,
    records: async (names, view, use) => {
      if (use === "list") return catalog.records(names, view, use);
      const lookups = new Map<string, Lookup>();
      for (const name of names) {
        const turn = turnTaken();
        if (turn) await turn;
        const read = record(name, view);
        lookups.set(name, read instanceof Promise ? await read : read);
      }
      return lookups;
    },
    changesOf: (slug, view) => once(changes, keyOf(slug, view.asOf), () => catalog.changesOf(slug, view)),
  };
  sources.set(own, catalog);
  return own;
}

function keyOf(name: string, asOf: Day): string {
  return `${asOf} ${name}`;
}

function once<Value>(
  known: Map<string, Awaitable<Value>>,
  key: string,
  read: () => Awaitable<Value>,
): Awaitable<Value> {
  const held = known.get(key);
  if (held !== undefined) return held;
  const made = after(read(), (value) => {
    known.set(key, value);
    return value;
  });
  if (made instanceof Promise) {
    known.set(key, made);
    made.catch(() => known.delete(key));
  }
  return made;
}
