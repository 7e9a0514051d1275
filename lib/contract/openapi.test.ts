import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "@/lib/errors";
import { call } from "@/lib/http/testing";
import { errorsOf } from "@/lib/operations/define";
import { operations } from "@/lib/operations/registry";

interface Media {
  schema: Record<string, unknown>;
  examples?: Record<string, { summary: string; value: Record<string, unknown> }>;
}
interface Documented {
  operationId: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, Record<string, unknown>> };
}

let document: Document;
let text: string;

beforeAll(async () => {
  const response = await call("/api/v2/openapi.json");
  expect(response.status).toBe(200);
  text = await response.text();
  document = JSON.parse(text) as Document;
});

const documented = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe("the API description", () => {
  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe("3.1.0");
  });

  test("lists these operations", () => {
    const lines = documented().map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`);
    expect(lines).toEqual([
      "get /api/v2/pricing/{slug} get_pricing",
      "get /api/v2/pricing get_pricing_batch",
      "get /api/v2/coverage get_coverage",
      "get /api/v2/history/{slug} get_price_history",
      "get /api/v2/evidence/{id} get_evidence",
      "post /api/v2/tco calculate_tco",
      "get /api/v2/compare compare_software",
      "get /api/v2/usage/{slug} estimate_llm_cost",
      "get /api/v2/discover discover_software",
      "get /api/v2/changes list_changes",
      "get /api/v2/categories list_categories",
      "get /api/v2/bulk get_bulk",
      "get /api/v2/openapi.json get_openapi",
      "get /api/v1/pricing get_pricing_v1",
    ]);
  });

  test("lists these parameters", () => {
    const lines = documented().flatMap(({ operation }) =>
      (operation.parameters ?? []).map(
        (parameter) =>
          `${operation.operationId} ${parameter.in} ${parameter.name}${parameter.required ? " required" : ""}`,
      ),
    );
    expect(lines).toEqual([
      "get_pricing path slug required",
      "get_pricing query depth",
      "get_pricing query fields",
      "get_pricing query asOf",
      "get_pricing_batch query slugs required",
      "get_pricing_batch query depth",
      "get_pricing_batch query fields",
      "get_pricing_batch query asOf",
      "get_pricing_batch query limit",
      "get_pricing_batch query cursor",
      "get_coverage query slugs required",
      "get_coverage query fields",
      "get_coverage query asOf",
      "get_coverage query limit",
      "get_coverage query cursor",
      "get_price_history path slug required",
      "get_price_history query from",
      "get_price_history query to",
      "get_price_history query tier",
      "get_price_history query asOf",
      "get_price_history query limit",
      "get_price_history query cursor",
      "get_evidence path id required",
      "get_evidence query asOf",
      "get_evidence query limit",
      "get_evidence query cursor",
      "compare_software query slugs required",
      "compare_software query seats",
      "compare_software query asOf",
      "estimate_llm_cost path slug required",
      "estimate_llm_cost query model",
      "estimate_llm_cost query mode",
      "estimate_llm_cost query inputTokens",
      "estimate_llm_cost query outputTokens",
      "estimate_llm_cost query cachedInputTokens",
      "estimate_llm_cost query cacheWriteTokens",
      "estimate_llm_cost query cacheWrite5mTokens",
      "estimate_llm_cost query cacheWrite1hTokens",
      "estimate_llm_cost query reasoningTokens",
      "estimate_llm_cost query audioInputTokens",
      "estimate_llm_cost query audioOutputTokens",
      "estimate_llm_cost query imageInputTokens",
      "estimate_llm_cost query imageOutputTokens",
      "estimate_llm_cost query images",
      "estimate_llm_cost query videoSeconds",
      "estimate_llm_cost query audioMinutes",
      "estimate_llm_cost query characters",
      "estimate_llm_cost query pages",
      "estimate_llm_cost query requests",
      "estimate_llm_cost query searches",
      "estimate_llm_cost query rerankQueries",
      "estimate_llm_cost query messages",
      "estimate_llm_cost query storageGbMonths",
      "estimate_llm_cost query egressGb",
      "estimate_llm_cost query instanceHours",
      "estimate_llm_cost query computeSeconds",
      "estimate_llm_cost query quantities",
      "estimate_llm_cost query promptTokensPerRequest",
      "estimate_llm_cost query when",
      "estimate_llm_cost query region",
      "estimate_llm_cost query group",
      "estimate_llm_cost query q",
      "estimate_llm_cost query minVcpus",
      "estimate_llm_cost query maxVcpus",
      "estimate_llm_cost query minMemoryGb",
      "estimate_llm_cost query maxMemoryGb",
      "estimate_llm_cost query asOf",
      "estimate_llm_cost query depth",
      "estimate_llm_cost query limit",
      "estimate_llm_cost query cursor",
      "discover_software query q",
      "discover_software query literal",
      "discover_software query category",
      "discover_software query maxPrice",
      "discover_software query seats",
      "discover_software query currency",
      "discover_software query hasFreeTier",
      "discover_software query hasFreePlan",
      "discover_software query selfHosted",
      "discover_software query pricingModel",
      "discover_software query hasHiddenCosts",
      "discover_software query having",
      "discover_software query sort",
      "discover_software query limit",
      "discover_software query cursor",
      "list_changes query since",
      "list_changes query until",
      "list_changes query class",
      "list_changes query category",
      "list_changes query product",
      "list_changes query prices",
      "list_changes query direction",
      "list_changes query limit",
      "list_changes query cursor",
      "get_bulk query category",
      "get_bulk query format",
      "get_bulk query asOf",
      "get_pricing_v1 query slug",
      "get_pricing_v1 query slugs",
    ]);
  });

  test("marks the first version as deprecated, and nothing else", () => {
    const marked = documented().filter(({ operation }) => operation.deprecated);
    expect(marked.map(({ path }) => path)).toEqual(["/api/v1/pricing"]);
  });

  test("describes every parameter", () => {
    for (const { operation } of documented()) {
      for (const { name, description } of operation.parameters ?? []) {
        expect(description, `${operation.operationId} ${name}`).toBeTruthy();
      }
    }
  });

  test("has every error of every operation", () => {
    for (const operation of operations) {
      const { responses } = document.paths[operation.http.path]?.[operation.http.method.toLowerCase()] ?? {};
      for (const code of errorsOf(operation)) {
        const media = responses?.[ERRORS[code].status]?.content?.["application/problem+json"];
        expect(media?.schema, `${operation.name} ${code}`).toEqual({ $ref: "#/components/schemas/Problem" });
      }
    }
  });

  test("says which operation needs a key, and the two ways to send it", () => {
    const keyed = documented().filter(({ operation }) => operation.security);
    expect(keyed.map(({ operation }) => operation.operationId)).toEqual(["get_bulk"]);
    expect(keyed[0]?.operation.security).toEqual([{ bearer: [] }, { apiKey: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: "http", scheme: "bearer" },
      apiKey: { type: "apiKey", in: "query", name: "key" },
    });
  });

  test("shows the beginning of what is streamed, in each form", () => {
    const content = document.paths["/api/v2/bulk"]?.get?.responses["200"]?.content ?? {};
    expect(Object.keys(content)).toEqual(["application/json", "application/x-ndjson", "text/csv"]);
    const [first = ""] = String(content["application/x-ndjson"]?.examples?.ndjson?.value).split("\n");
    expect(JSON.parse(first)).toMatchObject({ slug: "notion", category: { slug: "team-chat" } });
    expect(content["text/csv"]?.examples?.csv?.value).toMatch(/^row,slug,name,/);
  });

  test("leaves outputs open to fields that come later", () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  });

  test("resolves every reference", () => {
    for (const [, pointer = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      let here: unknown = document;
      for (const step of pointer.split("/")) here = (here as Record<string, unknown> | undefined)?.[step];
      expect(here, pointer).toBeDefined();
    }
  });

  test("shows the live answers as examples", async () => {
    const media = document.paths["/api/v2/pricing/{slug}"]?.get?.responses["200"]?.content?.["application/json"];
    const live: unknown = await (await call("/api/v2/pricing/slack")).json();
    expect(media?.examples?.full?.value).toEqual(live);
    const refused =
      document.paths["/api/v2/pricing/{slug}"]?.get?.responses["404"]?.content?.["application/problem+json"];
    expect(refused?.examples?.unknownSlug?.value).toMatchObject({ code: "product_not_found", suggestions: ["slack"] });
    for (const { examples, name } of operations) {
      const item = documented().find(({ operation }) => operation.operationId === name)?.operation;
      const shown = Object.values(item?.responses ?? {}).flatMap(({ content }) =>
        Object.values(content ?? {}).flatMap((body) => Object.keys(body.examples ?? {})),
      );
      expect(shown.sort()).toEqual(examples.map((example) => example.name).sort());
    }
  });
});
