import { expect, test } from "vitest";
import { fromRow, fromRows } from "./free-for-life";

const read = (description: string) => fromRow({ category: "BaaS", name: "Acme", url: "https://acme.dev", description });

test("a service that is called open source and nothing more is listed with that reservation", () => {
  const kuzzle = read("Kuzzle publishes open-source software for managing the Internet of Things, data, and APIs.");
  expect(kuzzle).toMatchObject({
    evidence: { note: "The list names no free plan here; it speaks of open source." },
  });
  expect(read("Mistral AI offers open-source and commercial AI models including Mistral Large 2.")).toMatch(/in part/);
  const supabase = read("The Open Source Firebase Alternative to build backends. Free Plan offers Authentication.");
  expect(supabase).toMatchObject({ fact: { available: true } });
  expect(supabase).not.toHaveProperty("evidence.note");
});

test("of a service listed under two headings the row that names a free plan is told", () => {
  const acme = (category: string, description: string) => ({
    category,
    name: "Acme",
    url: "https://acme.dev",
    description,
  });
  const { readings } = fromRows([
    acme("BaaS", "Serverless backend. Free plan includes: PostgreSQL and Storage."),
    acme("Databases", "Acme is an open-source backend and development platform."),
  ]);
  expect(readings).toMatchObject([{ evidence: { url: expect.stringContaining("BaaS.md") } }]);
  expect(readings[0]?.evidence.note).toBeUndefined();
});

test("what is free each day counts, what is free in the first month only does not", () => {
  expect(read("30k emails free for the first month, then the first 100 emails/day are free.")).toMatchObject({
    fact: { limits: [{ name: "emails", value: 100, unit: "per day" }] },
  });
});

test("free for a time or for startups only is no standing free tier", () => {
  expect(read("Free account for 6 months for startups.")).toBe("free for a time only");
});
