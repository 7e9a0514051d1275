import { expect, test } from "vitest";
import { openDatabase } from "./client";

test("a Neon host is reached by Neon's driver, any other by node-postgres", async () => {
  const neon = await openDatabase("postgres://u:p@ep-example-1.eu-central-1.aws.neon.tech/neondb", "");
  const other = await openDatabase("postgres://u:p@neon.tech.example.com/x", "");
  expect([neon.kind, other.kind]).toEqual(["neon", "postgres"]);
  await Promise.all([neon.close(), other.close()]);
});
