import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { unitPrice } from "../shared/meters";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";
import { rateSubject } from "../shared/usage-providers-more";

const SOURCE = "bird-sms";
const LIST_URL =
  "https://github.com/brainbreezegames-lang/sms-price-tracker/blob/aa5f5901394e9125b490d55338d1b76580a94171/public/sms-data.json";
const NOTE = "Outbound text message to this country, per segment; figures collected daily from the vendor's list.";

/** A reading without a later one is valid until the last day of collection. */
const History = z.object({
  vendorPage: z.url(),
  range: z.tuple([z.iso.date(), z.iso.date()]),
  series: z.array(
    z.object({
      country: z.string().regex(/^[A-Z]{2}$/),
      direction: z.literal("outbound"),
      type: z.literal("sms"),
      points: z.array(z.tuple([z.iso.date(), z.number().positive()])),
    }),
  ),
});

const FORMER: Record<string, string> = { AN: "Netherlands Antilles" };
const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region" });

export const countryName = (code: string): string => FORMER[code] ?? COUNTRIES.of(code) ?? code;

export function birdSmsReadings(history: unknown): AdapterResult {
  const { vendorPage, range, series } = History.parse(history);
  const rejects: AdapterResult["rejects"] = [];
  const readings = series.flatMap(({ country, points }): Reading<RatesFact>[] => {
    const last = points.at(-1);
    if (!last) {
      rejects.push({ row: country, reason: "no price collected" });
      return [];
    }
    const dated: [string, number][] = last[0] < range[1] ? [...points, [range[1], last[1]]] : points;
    return dated.map(([observedAt, price]) => ({
      subject: rateSubject("bird-sms"),
      trust: "B",
      observedAt,
      evidence: { url: vendorPage, via: LIST_URL, note: NOTE },
      fact: {
        kind: "rates",
        model: country,
        name: countryName(country),
        currency: "USD",
        meters: [
          {
            name: "messages",
            unit: "message",
            per: 1,
            mode: "standard",
            tierMode: null,
            prices: [{ unitPrice: unitPrice(price, 1), from: 0, upTo: null, when: null }],
          },
        ],
      },
    }));
  });
  return { readings, rejects };
}

export const birdSms: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return birdSmsReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "history.json"), "utf8")));
  },
};
