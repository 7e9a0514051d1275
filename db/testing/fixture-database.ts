import { type Connection, openDatabase } from "../client";
import { catalogDir } from "../load/boot";
import { hashCatalog } from "../load/files";
import { FIXTURE } from "../load/load.suite";
import { loadCatalog } from "../load/load-catalog";
import { catalogState } from "../schema";
import { type ScratchDatabase, scratchDatabase } from "./scratch";

/** Returns a database with the fixture's few products. A server treats them as the shipped ones and starts at once. */
export async function fixtureDatabase(): Promise<{ scratch: ScratchDatabase; connection: Connection }> {
  const scratch = await scratchDatabase();
  const connection = await openDatabase(scratch.url, "");
  await fillWithFixture(connection);
  return { scratch, connection };
}

export async function fillWithFixture({ db, migrate }: Connection): Promise<void> {
  await migrate();
  await loadCatalog(db, { dir: FIXTURE, log: () => {} });
  await db.update(catalogState).set({ contentHash: await hashCatalog(catalogDir()) });
}
