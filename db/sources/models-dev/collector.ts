import * as z from "zod";
import type { Collector } from "../collector";
import { mostAre, notEmpty, readJson, textAt } from "../shared/list-form";
import { modelsDevList } from "./parser";

const URL = "https://models.dev/api.json";
const WHAT = "the catalogue of models.dev";

const Cost = z.looseObject({
  input: z.number(),
  output: z.number(),
  tiers: z.array(z.looseObject({ tier: z.looseObject({ size: z.number() }) })).optional(),
});
const Catalog = z.record(
  z.string(),
  z.looseObject({ models: z.record(z.string(), z.looseObject({ name: z.string(), cost: z.unknown().optional() })) }),
);

export const collector: Collector = {
  source: "models-dev",
  everyDays: 1,
  maxBytes: 64 * 1024 * 1024,
  requests: () => [{ url: URL, accept: "application/json" }],
  parse(files, { day }) {
    const catalog = readJson(Catalog, textAt(files, URL), WHAT);
    const priced = Object.values(catalog).flatMap(({ models }) =>
      Object.values(models).filter(({ cost }) => cost !== undefined),
    );
    mostAre(priced, ({ cost }) => Cost.safeParse(cost).success, `of ${WHAT} have a price of input and of output`);
    return notEmpty(modelsDevList(catalog, { day, url: URL }), WHAT);
  },
};
