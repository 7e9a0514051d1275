import * as z from "zod";
import type { Collector } from "../collector";
import { mostAre, notEmpty, readJson, textAt } from "../shared/list-form";
import { litellmList } from "./parser";

const URL = "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json";
const WHAT = "LiteLLM's price file";

const Entries = z.record(z.string(), z.record(z.string(), z.unknown()));

export const collector: Collector = {
  source: "litellm",
  everyDays: 1,
  maxBytes: 32 * 1024 * 1024,
  retires: true,
  requests: () => [{ url: URL, accept: "application/json" }],
  parse(files, { day }) {
    const entries = readJson(Entries, textAt(files, URL), WHAT);
    const rows = Object.values(entries);
    mostAre(rows, ({ litellm_provider: provider }) => typeof provider === "string", `of ${WHAT} name their provider`);
    mostAre(
      rows.filter(({ mode }) => mode === "chat"),
      (row) => typeof row.input_cost_per_token === "number" && typeof row.output_cost_per_token === "number",
      `of ${WHAT} for chat have a price per token`,
    );
    return notEmpty(litellmList(entries, day), WHAT);
  },
};
