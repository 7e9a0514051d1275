import { type Connection, openDatabase } from "../client";
import { catalogDir } from "../load/boot";
import { hashCatalog } from "../load/files";
import { FIXTURE } from "../load/load.suite";
import { loadCatalog } from "../load/load-catalog";
import { catalogState } from "../schema";
import { type ScratchDatabase, scratchDatabase } from "./scratch";

/** A database with the fixture's few products, which a server takes for the shipped ones and so begins at once. */
export async function fixtureDatabase(): Promise<{ scratch: ScratchDatabase; connection: Connection }> {
  const scratch = await scratchDatabase();
  const connection = await openDatabase(scratch.url, "");
  await connection.migrate();
  await loadCatalog(connection.db, { dir: FIXTURE, log: () => {} });
  await connection.db.update(catalogState).set({ contentHash: await hashCatalog(catalogDir()) });
  return { scratch, connection };
}
