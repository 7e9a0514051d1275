import { expect, test } from "vitest";
import { fromRow, fromRows } from "./parser";

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

test("courses are left out and the rest is read", () => {
  expect(fromRow({ category: "Courses", name: "Learn", url: "https://learn.dev", description: "Free" })).toMatch(
    /no priced software/,
  );
  expect(
    fromRow({
      category: "Email",
      name: "Form.io",
      url: "https://form.io",
      description: "50 submissions per month for free.",
    }),
  ).toMatchObject({
    observedAt: "2026-04-15",
    fact: { limits: [{ name: "submissions", value: 50, unit: "per month" }] },
  });
});

test("descriptions mixed with those of other entries are read up to where they may break", () => {
  const limitsOf = (name: string, description: string) =>
    fromRow({ category: "PaaS", name, url: "https://pod.example", description });
  expect(
    limitsOf(
      "Krucible",
      "Creates clusters for testing and development. Free tier accounts come with 25 cluster-hours per month.",
    ),
  ).toMatchObject({ fact: { limits: [{ name: "cluster-hours", value: 25, unit: "per month" }] } });
  expect(limitsOf("Pod", "Free for 2 projects, based on any trigger. Free tier includes 50 apps.")).toMatchObject({
    fact: { available: true, limits: [{ name: "projects", value: 2 }] },
  });
  expect(
    limitsOf(
      "gigalixir.com",
      "Gigalixir provides 1 free instance that never sleeps and then deploy to the cloud. 1 GB Disk, and more",
    ),
  ).toMatchObject({ fact: { limits: [{ name: "instances", value: 1 }] } });
});
