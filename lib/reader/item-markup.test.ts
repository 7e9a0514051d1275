import { load } from "cheerio";
import { expect, test } from "vitest";
import { itemsOf } from "./item-markup";

test("reads nested microdata with attribute values, several types and repeated properties", () => {
  const offer = (price: string) =>
    `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><data itemprop="price lowPrice" value="${price}">x</data>
     <link itemprop="availability" href="https://schema.org/InStock"><time itemprop="validFrom" datetime="2026-01-01">Now</time></div>`;
  const html = `<p itemprop="name">Stray</p><main itemscope itemtype="https://schema.org/Product https://schema.org/Service" itemid="#acme">
    <b itemprop="name">Ac<i>me</i></b>${offer("12")}${offer("20")}</main>`;
  const priced = (price: string) => ({
    "@type": ["Offer"],
    price,
    lowPrice: price,
    availability: "https://schema.org/InStock",
    validFrom: "2026-01-01",
  });
  expect(itemsOf(load(html))).toEqual([
    { "@type": ["Product", "Service"], "@id": "#acme", name: "Acme", offers: [priced("12"), priced("20")] },
  ]);
});

test("reads nothing from markup without a price", () => {
  expect(itemsOf(load(`<main typeof="Person"><b property="name">Ann</b></main>`))).toEqual([]);
});

test("reads deeply nested items and property names of Object.prototype", () => {
  const depth = 20_000;
  const html = `<i itemscope itemprop="__proto__ price">`.repeat(depth) + "text".repeat(depth);
  const start = performance.now();
  expect(itemsOf(load(html))).toHaveLength(1);
  expect(({} as Record<string, unknown>).price).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(2000);
});
