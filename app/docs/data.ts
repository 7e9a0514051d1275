import { cache } from "react";
import type { Shape } from "@/lib/openapi/answer-fields";
import { docsPages } from "@/lib/openapi/docs-pages";
import { QUICKSTART_SLUG, quickstartOf, quickstartOutput } from "@/lib/openapi/quickstart";
import { type ReferenceEntry, referenceOf, shapesIn } from "@/lib/openapi/reference";
import { getOpenapi } from "@/lib/operations/openapi";
import { getPricing } from "@/lib/operations/pricing";
import { operations } from "@/lib/operations/registry";
import { ask, exampleOf } from "../_data/ask";
import { site } from "../_data/site";

const description = cache(() => ask(getOpenapi, {}));

export const pages = docsPages(operations);

export async function reference(): Promise<ReferenceEntry[]> {
  return referenceOf(operations, await description(), site().url);
}

export async function shapes(): Promise<Shape[]> {
  return shapesIn(operations, await description());
}

/** Returns the first request and its current output; null if its product is not in the catalogue. */
export async function quickstart() {
  const record = await exampleOf(ask(getPricing, { slug: QUICKSTART_SLUG, depth: "summary" }));
  return record && { samples: quickstartOf(site().url), output: quickstartOutput(record) };
}
