import { expect, test } from "vitest";
import { pastThePooler } from "./pools";

test("migrations go past Neon's pooler, and nothing else of the address changes", () => {
  const rest = "us-east-2.aws.neon.tech/pricing?sslmode=require";
  expect(pastThePooler(`postgres://ada:p%40ss@ep-acme-1-pooler.${rest}`)).toBe(
    `postgres://ada:p%40ss@ep-acme-1.${rest}`,
  );
  for (const url of [`postgres://ada@ep-acme-1.${rest}`, "postgres://ada@db-pooler:5432/x-pooler.y"]) {
    expect(pastThePooler(url)).toBe(url);
  }
});
