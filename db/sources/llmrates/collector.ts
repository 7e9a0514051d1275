import * as z from "zod";
import type { Collector } from "../collector";
import { notEmpty, readJson, textAt } from "../shared/list-form";
import { Dataset, llmratesList } from "./parser";

const URL = "https://raw.githubusercontent.com/llmrates/llm-pricing-dataset/main/data/dataset.json";
const PAGE = "https://github.com/llmrates/llm-pricing-dataset/blob/main/data/dataset.json";
const WHAT = "LLMRates' dataset";

export const collector: Collector = {
  source: "llmrates",
  everyDays: 1,
  maxBytes: 64 * 1024 * 1024,
  requests: () => [{ url: URL, accept: "application/json" }],
  parse(files, { day }) {
    const dataset = readJson(Dataset, textAt(files, URL), WHAT);
    // A renamed price would look like a missing one.
    readJson(z.object({ models: z.array(z.object({ prices: z.array(Priced) })) }), textAt(files, URL), WHAT);
    return notEmpty(llmratesList(dataset, { day, url: PAGE }), WHAT);
  },
};

const amount = z.number().nullable();
const Priced = z.looseObject({ inputPricePerMillion: amount, outputPricePerMillion: amount });
