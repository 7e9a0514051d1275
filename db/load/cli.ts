import { openDatabase } from "@/db/client";
import { env } from "@/lib/env";
import { catalogDir, explain, prepare } from "./boot";

try {
  const { databaseUrl, dataDir } = env();
  const connection = await openDatabase(databaseUrl, dataDir);
  try {
    const { loaded } = await prepare(connection, catalogDir(), (line) => console.info(line));
    if (!loaded) console.info("catalogue: already up to date");
  } finally {
    await connection.close();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
