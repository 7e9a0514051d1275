import { expect, test } from "vitest";
import type { Catalog } from "./catalog";
import { listedOf, listedRecords, makeListsReady } from "./listed-records";
import { testRuntime } from "./testing/runtime";

const NOW = new Date("2026-09-01T00:00:00Z");
const VIEW = { asOf: "2026-09-01", now: NOW };

/** The fixture with a counter of the requested records and editions that can end. */
function counted() {
  const { catalog } = testRuntime();
  const told = { read: [] as string[], edition: 1 };
  const watched: Catalog = {
    ...catalog,
    editionOf: async (slug) => `${told.edition} ${slug}`,
    records: (names, view) => {
      told.read.push(...names);
      return catalog.records(names, view);
    },
  };
  return { watched, told };
}

test("what a list tells of a product is what its record tells, derived once for an edition and a day, whatever day is asked for between", async () => {
  const { watched, told } = counted();
  const [slug = ""] = (await watched.listing(VIEW)).map((product) => product.slug);
  const listed = (await listedRecords(watched, [slug, "no-such-product"], VIEW)).get(slug);
  const lookup = await watched.record(slug, VIEW);
  if (lookup.status !== "found" || !listed) throw new Error(`no record of ${slug}`);
  expect(listed).toEqual(listedOf(lookup.record));

  told.read = [];
  await listedRecords(watched, [slug], VIEW);
  expect(told.read).toEqual([]);
  await listedRecords(watched, [slug], { ...VIEW, asOf: "2026-08-31" });
  expect(told.read).toEqual([slug]);
  await listedRecords(watched, [slug], { ...VIEW, asOf: "2026-08-31" });
  await listedRecords(watched, [slug], VIEW);
  expect(told.read).toEqual([slug]);
  told.edition += 1;
  await listedRecords(watched, [slug], VIEW);
  expect(told.read).toEqual([slug, slug]);
});

test("lists that were made ready ask for no record", async () => {
  const { watched, told } = counted();
  await makeListsReady({ catalog: watched, now: NOW });
  told.read = [];
  const slugs = (await watched.listing(VIEW)).map(({ slug }) => slug);
  expect((await listedRecords(watched, slugs, VIEW)).size).toBe(slugs.length);
  expect(told.read).toEqual([]);
});
