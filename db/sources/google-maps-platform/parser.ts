import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { unitPrice } from "../shared/meters";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";
import { rateSubject } from "../shared/usage-providers-more";

const SOURCE = "google-maps-platform";
const CAPTURE =
  "https://github.com/joakimil/pi-vs-claude-code/blob/7cec0d99729725ee547f4c63e2bcfc79a8d28369/passenger-app/GoogleAPIcost.md";
const NOTE =
  "Read from a text copy of the vendor's global list, made on this day or before; prices are per 1,000 billable events in a month.";

const Sku = z.object({
  section: z.string(),
  level: z.string(),
  sku: z.string(),
  freeCap: z.number().nullable(),
  unlimitedFree: z.boolean(),
  tiers: z.array(z.object({ from: z.number(), upTo: z.number().nullable(), pricePer1000: z.number().positive() })),
});
type Sku = z.infer<typeof Sku>;

const List = z.object({
  vendorPage: z.url(),
  capturedOnOrBefore: z.iso.date(),
  currency: z.string(),
  per: z.literal(1000),
  skus: z.array(Sku),
});

/**
 * Returns bands in which each part of a month's volume has its own price. According to the vendor, the first is free.
 */
export function skuPrices({ freeCap, unlimitedFree, tiers }: Sku): RatesFact["meters"][number]["prices"] {
  const free = { unitPrice: 0, from: 0, when: null };
  if (unlimitedFree) return [{ ...free, upTo: null }];
  return [
    ...(freeCap === null ? [] : [{ ...free, upTo: freeCap }]),
    ...tiers.map(({ from, upTo, pricePer1000 }) => ({
      unitPrice: unitPrice(new Decimal(pricePer1000), 1),
      from,
      upTo,
      when: null,
    })),
  ];
}

export function googleMapsReadings(list: unknown): AdapterResult {
  const { vendorPage, capturedOnOrBefore, currency, skus } = List.parse(list);
  const rejects: AdapterResult["rejects"] = [];
  const readings = skus.flatMap((sku): Reading<RatesFact>[] => {
    const prices = skuPrices(sku);
    if (prices.length === 0) {
      rejects.push({ row: sku.sku, reason: "no price and no free volume stated" });
      return [];
    }
    return [
      {
        subject: rateSubject("google-maps-platform"),
        trust: "A",
        observedAt: capturedOnOrBefore,
        evidence: { url: vendorPage, via: CAPTURE, note: NOTE },
        fact: {
          kind: "rates",
          model: sku.sku,
          group: `${sku.section}, ${sku.level}`,
          currency,
          meters: [{ name: "requests", unit: "request", per: 1000, mode: "standard", tierMode: "graduated", prices }],
        },
      },
    ];
  });
  return { readings, rejects };
}

export const googleMaps: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return googleMapsReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "price-list.json"), "utf8")));
  },
};
