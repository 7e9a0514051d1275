import { expect, test } from "vitest";
import { openDatabase, pastThePooler } from "./client";

test("a Neon host is reached by Neon's driver, any other by node-postgres", async () => {
  const neon = await openDatabase("postgres://u:p@ep-example-1.eu-central-1.aws.neon.tech/neondb", "");
  const other = await openDatabase("postgres://u:p@neon.tech.example.com/x", "");
  expect([neon.kind, other.kind]).toEqual(["neon", "postgres"]);
  await Promise.all([neon.close(), other.close()]);
});

test("migrations go past Neon's pooler, and nothing else of the address changes", () => {
  const rest = "us-east-2.aws.neon.tech/pricing?sslmode=require";
  expect(pastThePooler(`postgres://ada:p%40ss@ep-acme-1-pooler.${rest}`)).toBe(
    `postgres://ada:p%40ss@ep-acme-1.${rest}`,
  );
  for (const url of [`postgres://ada@ep-acme-1.${rest}`, "postgres://ada@db-pooler:5432/x-pooler.y"]) {
    expect(pastThePooler(url)).toBe(url);
  }
});
