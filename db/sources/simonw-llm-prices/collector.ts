import * as z from "zod";
import type { Collector } from "../collector";
import { mostAre, notEmpty, readJson, textAt } from "../shared/list-form";
import { datedSteps, Price } from "./parser";

const URL = "https://www.llm-prices.com/historical-v1.json";
const WHAT = "the list of all prices";

const Named = z.object({ vendor: z.string(), id: z.string() });
const nameOf = (row: unknown): string => {
  const named = Named.safeParse(row).data;
  return named ? `${named.vendor}/${named.id}` : "unnamed";
};

export const collector: Collector = {
  source: "simonw-llm-prices",
  everyDays: 7,
  maxBytes: 4 * 1024 * 1024,
  requests: () => [{ url: URL, accept: "application/json" }],
  parse(files, { day }) {
    const rows = readJson(z.object({ prices: z.array(z.unknown()) }), textAt(files, URL), WHAT).prices;
    const isPrice = (row: unknown) => Price.safeParse(row).success;
    mostAre(rows, isPrice, `of ${WHAT} are prices`);
    const prices = rows.flatMap((row) => Price.safeParse(row).data ?? []);
    const { readings, rejects } = datedSteps(prices, { day, ref: "HEAD" });
    const odd = rows
      .filter((row) => !isPrice(row))
      .map((row) => ({ row: nameOf(row), reason: "a row in another form" }));
    return notEmpty({ readings, rejects: [...rejects, ...odd] }, WHAT);
  },
};
