import { cache } from "react";
import type { Shape } from "@/lib/openapi/answer-fields";
import { type ReferenceEntry, referenceOf, shapesIn } from "@/lib/openapi/reference";
import { getOpenapi } from "@/lib/operations/openapi";
import { operations } from "@/lib/operations/registry";
import { ask } from "../_data/ask";
import { site } from "../_data/site";

const description = cache(() => ask(getOpenapi, {}));

export async function reference(): Promise<ReferenceEntry[]> {
  return referenceOf(operations, await description(), site().url);
}

export async function shapes(): Promise<Shape[]> {
  return shapesIn(operations, await description());
}
