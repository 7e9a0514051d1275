import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { defineOperation } from "@/lib/operations/define";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { MAX_BODY_BYTES } from "./body";
import { type Call, callOperation } from "./testing";
import type { PathParams } from "./to-route";

const echo = defineOperation({
  name: "echo",
  summary: "Echo",
  description: "Gives back its input.",
  tag: "Test",
  http: { method: "POST", path: "/api/v2/echo/{slug}", cache: "no-store" },
  access: "open",
  errors: [],
  input: z.strictObject({
    slug: z.string(),
    seats: z.number().optional(),
    items: z.array(z.strictObject({ seats: z.number() })).optional(),
    text: z.string().optional(),
  }),
  output: z.object({ slug: z.string(), seats: z.number().nullable() }),
  async handler(_, { slug, seats }) {
    if (slug === "fault") throw new Error("password=hunter2");
    if (slug === "down") throw new AppError("unavailable", "Down.", { retryAfter: 5, cause: new Error("secret") });
    return { slug, seats: seats ?? null };
  },
  examples: [],
});

const post = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
  callOperation(echo, "/api/v2/echo/a", { method: "POST", body, headers, duplex: "half" });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test("the path template gives the type of the route's parameters", () => {
  expectTypeOf<PathParams<"/api/v2/pricing">>().toEqualTypeOf<Record<string, never>>();
  expectTypeOf<PathParams<"/api/v2/pricing/{slug}">>().toExtend<{ slug: string }>();
  expectTypeOf<{ id: string }>().not.toExtend<PathParams<"/api/v2/pricing/{slug}">>();
  expectTypeOf<{ slug: string }>().not.toExtend<PathParams<"/api/v2/pricing">>();
  expectTypeOf<{ a: string; b: string }>().toExtend<PathParams<"/api/{a}/x/{b}">>();
  expectTypeOf<{ a: string }>().not.toExtend<PathParams<"/api/{a}/x/{b}">>();
});

describe("bodies", () => {
  test("path and body make one input, and numbers are not read out of strings", async () => {
    const ok = await post('{"seats":5}', { "content-type": "application/json; charset=utf-8" });
    expect(await ok.json()).toEqual({ slug: "a", seats: 5 });
    const text = await post('{"seats":"5"}');
    expect(text.status).toBe(400);
  });

  test.each([
    ["malformed JSON", "{"],
    ["an empty body", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["a name that belongs in the path", '{"slug":"b"}'],
    ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["deep nesting", `{"items":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
    ["a lone __proto__", '{"__proto__":{"seats":1}}'],
  ])("%s is invalid_request", async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe("invalid_request");
  });

  test("another content type is invalid_request", async () => {
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(400);
  });

  test("an unknown name deep in the body is answered with the nearest", async () => {
    const response = await post('{"items":[{"seets":1}]}');
    const { errors } = (await response.json()) as { errors: { path: string; message: string }[] };
    expect(errors).toContainEqual({
      path: "items.0.seets",
      message: 'is not a known parameter; did you mean "seats"?',
    });
    expect(errors).toContainEqual({ path: "items.0.seats", message: "is required" });
  });

  test("a body over 64 KiB is refused whether or not its length is stated", async () => {
    const large = JSON.stringify({ text: "x".repeat(MAX_BODY_BYTES) });
    expect(await codeOf(await post(large))).toBe("payload_too_large");
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(16 * 1024).fill(32)),
    });
    const response = await post(endless);
    expect(response.status).toBe(413);
    const lying = await post(large, { "content-type": "application/json", "content-length": "2" });
    expect(lying.status).toBe(413);
  });

  test("a body of exactly 64 KiB is read", async () => {
    const frame = JSON.stringify({ text: "" }).length;
    expect((await post(JSON.stringify({ text: "x".repeat(MAX_BODY_BYTES - frame) }))).status).toBe(200);
  });

  test("a query on an operation with a body is refused", async () => {
    const call: Call = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const response = await callOperation(echo, "/api/v2/echo/a?seats=5", call);
    expect(response.status).toBe(400);
  });
});

describe("faults", () => {
  const fail = (slug: string) =>
    callOperation(echo, `/api/v2/echo/${slug}`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });

  test("the cause of an internal fault is not shown", async () => {
    const response = await fail("fault");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("hunter2");
    expect(JSON.parse(text)).toMatchObject({ code: "internal", retryable: true });
  });

  test("unavailable says when to come back", async () => {
    const response = await fail("down");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).not.toContain("secret");
  });

  test("an answer that breaks its own schema is an internal fault where answers are checked", async () => {
    const broken = { ...echo, handler: async () => ({ slug: "a", seats: Number.NaN }) };
    const call: Call = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect((await callOperation(broken, "/api/v2/echo/a", call)).status).toBe(500);
  });

  test("an environment that cannot be read is still a problem body", async () => {
    const { toRoute } = await import("./to-route");
    const route = toRoute(echo, () => {
      throw new Error("SECRET_VALUE");
    });
    const request = new Request("https://prices.example/api/v2/echo/a");
    const response = await route.POST(request, { params: Promise.resolve({ slug: "a" }) });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("SECRET_VALUE");
  });

  test("requests pass while the limiter's store is down", async () => {
    const runtime = testRuntime({ limiter: { take: () => Promise.reject(new Error("store down")) } });
    const call: Call = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const response = await callOperation(echo, "/api/v2/echo/a", call, runtime);
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit-policy")).toBe('"keyless";q=120;w=60');
    expect(response.headers.has("ratelimit")).toBe(false);
  });
});
