import type { Db } from "@/db/client";
import { knownProducts } from "@/db/queries/collection";
import { COLLECTORS } from "@/db/sources/collectors";
import { resolveReadings } from "@/db/sources/resolve";
import { RESOLVE_TABLES } from "@/db/sources/tables";
import type { CollectionRuntime } from "./collect";

/** The lists that are read regularly. */
export { COLLECTORS };

/** Returns a function that finds the catalogue products of readings. */
export function resolveWith(db: Db): CollectionRuntime["resolve"] {
  let products: ReturnType<typeof knownProducts> | undefined;
  return async (source, result, { day }) => {
    products ??= knownProducts(db);
    return resolveReadings(result, { source, products: await products, tables: RESOLVE_TABLES, asOf: day });
  };
}
