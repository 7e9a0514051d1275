import { expect, test } from "vitest";
import { groupBy } from "@/lib/catalog/ledger";
import { observe, SOURCES, start } from "@/lib/catalog/testing/observations";
import type { Product } from "@/lib/schemas/catalog";
import { deriving, type Ledger } from "./derive";

test("others may have their turn after each product, and after each day on which it was another", () => {
  const products = ["acme-chat", "acme-board"].map(
    (slug): Product => ({
      slug,
      name: slug,
      category: "team-chat",
      vendor: { name: "Acme", website: null },
      domain: null,
      pricingPage: null,
      kind: "product",
      aliases: [],
      formerSlugs: [],
    }),
  );
  const observations = ["2026-11-20", "2026-11-21", "2026-11-22"].flatMap((observedAt, n) =>
    products.map(({ slug }) => observe(start(n + 1), { product: slug, observedAt })),
  );
  const ledger: Ledger = {
    sources: SOURCES,
    observed: groupBy(observations, ({ product }) => product),
    checked: new Map(),
    productsOf: () => [],
    stored: () => null,
  };
  const steps = deriving(products, ledger, "2026-11-19");
  let turns = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) turns += 1;
  expect(turns).toBeGreaterThanOrEqual(products.length * 4);
  expect(new Set(step.value.index.map(({ slug }) => slug))).toEqual(new Set(["acme-chat", "acme-board"]));
});
