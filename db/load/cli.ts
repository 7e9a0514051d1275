import { openDatabase } from "@/db/client";
import { EnvError, env } from "@/lib/env";
import { catalogDir, explain, prepare } from "./boot";

try {
  const { databaseUrl, dataDir, onVercel } = env();
  if (onVercel && databaseUrl === undefined) {
    throw new EnvError(
      "DATABASE_URL is not set for this deployment. Without it, the loaded catalogue would be lost after the build.",
    );
  }
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
