import { LRUCache } from "lru-cache";
import * as z from "zod";
import { type OpenApiDocument, openapiDocument } from "@/lib/openapi/document";
import { defineOperation } from "./define";
import { today } from "./views";

const documents = new LRUCache<string, Promise<OpenApiDocument>>({ max: 4 });

export const getOpenapi = defineOperation({
  name: "get_openapi",
  summary: "Get the OpenAPI document",
  description:
    "Returns the OpenAPI 3.1 document of versions 1 and 2, generated from the definitions that serve the requests. Its examples are responses from the live catalogue.",
  tag: "Service",
  http: { method: "GET", path: "/api/v2/openapi.json", cache: "public" },
  access: "open",
  errors: [],
  input: z.strictObject({}),
  output: z.looseObject({
    openapi: z.string().describe("Version of the OpenAPI Specification."),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
  async handler(context) {
    const { documented } = await import("./registry");
    const state = await context.catalog.state();
    const key = [context.site.url, context.site.name, state?.contentHash ?? "", today(context.now)].join(" ");
    const document = documents.get(key) ?? openapiDocument(documented, context);
    documents.set(key, document);
    return document.catch((error: unknown) => {
      documents.delete(key);
      throw error;
    });
  },
  examples: [],
});
