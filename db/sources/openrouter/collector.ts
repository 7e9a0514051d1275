import * as z from "zod";
import type { Collector } from "../collector";
import { mostAre, notEmpty, readJson, textAt } from "../shared/list-form";
import { Model, openrouterReadings } from "./parser";

const URL = "https://openrouter.ai/api/v1/models";
const WHAT = "OpenRouter's list of models";

const Named = z.object({ id: z.string() });

export const collector: Collector = {
  source: "openrouter",
  everyDays: 1,
  maxBytes: 32 * 1024 * 1024,
  retires: true,
  requests: () => [{ url: URL, accept: "application/json" }],
  parse(files, { day }) {
    const { data } = readJson(z.object({ data: z.array(z.unknown()) }), textAt(files, URL), WHAT);
    const rows = data.map((row) => ({ row, model: Model.safeParse(row).data ?? null }));
    mostAre(rows, ({ model }) => model !== null, `of ${WHAT} are models with prices`);
    const models = rows.flatMap(({ model }) => model ?? []);
    const { readings, rejects } = openrouterReadings(models, { day, url: URL });
    const odd = rows.filter(({ model }) => model === null).map(({ row }) => Named.safeParse(row).data?.id ?? "unnamed");
    return notEmpty(
      { readings, rejects: [...rejects, ...odd.map((row) => ({ row, reason: "a row in another form" }))] },
      WHAT,
    );
  },
};
