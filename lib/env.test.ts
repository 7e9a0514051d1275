import { describe, expect, test } from "vitest";
import { EnvError, gapsOnVercel, readEnv, requireServable } from "./env";

describe("environment", () => {
  test("nothing set gives a working local server", () => {
    expect(readEnv({})).toEqual({
      siteName: "Pricing Intelligence",
      siteUrl: "http://localhost:3000",
      databaseUrl: undefined,
      dataDir: ".data",
      trustedProxies: 0,
      mcpOrigins: null,
      processes: 1,
      firstProcess: true,
      verify: false,
      stripeTax: false,
      collect: false,
      mailFrom: "Pricing Intelligence <no-reply@localhost>",
      adminEmails: [],
      verifyAllowPrivate: false,
      optedOutSites: [],
      operator: { name: null, address: [], details: [] },
      logLevel: "info",
      production: false,
      onVercel: false,
      onPreview: false,
      building: false,
    });
  });

  test("public lists are collected only where that is switched on", () => {
    expect([readEnv({ COLLECT: "on" }).collect, readEnv({ COLLECT: "off" }).collect]).toEqual([true, false]);
    expect(() => readEnv({ COLLECT: "yes" })).toThrow(/COLLECT must be on or off/);
  });

  test("an empty variable counts as unset", () => {
    expect(readEnv({ DATABASE_URL: "", SITE_URL: " ", TRUSTED_PROXIES: "", LOG_LEVEL: "" })).toEqual(readEnv({}));
  });

  test("the site's address loses its trailing slash, and on Vercel falls back to the production address", () => {
    expect(readEnv({ SITE_URL: "https://pricing.example.com/" }).siteUrl).toBe("https://pricing.example.com");
    const vercel = {
      VERCEL: "1",
      VERCEL_PROJECT_PRODUCTION_URL: "pricing.example.com",
      DATABASE_URL: "postgres://db.example.com/x",
    };
    expect(readEnv(vercel).siteUrl).toBe("https://pricing.example.com");
    expect(readEnv({ ...vercel, SITE_URL: "https://other.example.com" }).siteUrl).toBe("https://other.example.com");
  });

  test("production on Vercel without a database refuses to boot, but may be built", () => {
    expect(() => readEnv({ VERCEL: "1", NODE_ENV: "production" })).toThrow(/DATABASE_URL is not set/);
    expect(
      readEnv({ VERCEL: "1", NODE_ENV: "production", NEXT_PHASE: "phase-production-build" }).databaseUrl,
    ).toBeUndefined();
  });

  test("production on Vercel without a secret of its own refuses to boot: there is no disk to keep one on", () => {
    const vercel = { VERCEL: "1", NODE_ENV: "production", DATABASE_URL: "postgres://db.example.com/x" };
    expect(() => readEnv(vercel)).toThrow(/AUTH_SECRET is not set.*openssl rand/);
    expect(readEnv({ ...vercel, AUTH_SECRET: "hunter2".repeat(5) }).onVercel).toBe(true);
    expect(readEnv({ ...vercel, NEXT_PHASE: "phase-production-build" }).building).toBe(true);
  });

  test("one proxy is believed on Vercel, none elsewhere, unless another number is set", () => {
    expect([readEnv({}).trustedProxies, readEnv({ VERCEL: "1" }).trustedProxies]).toEqual([0, 1]);
    expect(readEnv({ VERCEL: "1", TRUSTED_PROXIES: "2" }).trustedProxies).toBe(2);
  });

  test("a deployment on Vercel is told what it does without", () => {
    const whole = {
      cronSecret: "hunter2",
      kv: { url: "https://kv.example.com", token: "hunter2" },
      smtpUrl: "smtp://x",
    };
    expect(gapsOnVercel(whole)).toEqual([]);
    expect(gapsOnVercel({ ...whole, cronSecret: undefined })).toEqual(["CRON_SECRET: no scheduled jobs run"]);
    expect(gapsOnVercel({ cronSecret: undefined, kv: undefined, smtpUrl: undefined })).toHaveLength(3);
  });

  test("the counter's store needs both its address and its token", () => {
    const kv = { KV_REST_API_URL: "https://kv.example.com", KV_REST_API_TOKEN: "hunter2" };
    expect(readEnv(kv).kv).toEqual({ url: "https://kv.example.com", token: "hunter2" });
    expect(readEnv({ KV_REST_API_URL: "", KV_REST_API_TOKEN: "" }).kv).toBeUndefined();
    expect(() => readEnv({ KV_REST_API_URL: kv.KV_REST_API_URL })).toThrow(/KV_REST_API_TOKEN is not set/);
    expect(() => readEnv({ KV_REST_API_TOKEN: "hunter2" })).toThrow(/KV_REST_API_URL is not set/);
  });

  test("telemetry is sent where OpenTelemetry's variables say so, and nowhere else", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    expect(readEnv({}).telemetry).toBeUndefined();
    expect(readEnv({ ...endpoint, OTEL_SDK_DISABLED: "TRUE" }).telemetry).toBeUndefined();
    expect(readEnv(endpoint).telemetry).toEqual({ sampled: 1, metricsEveryMs: 60_000, spansEveryMs: 5_000 });
    const sampled = (sampler: string, share?: string) =>
      readEnv({ ...endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }).telemetry?.sampled;
    expect(sampled("parentbased_traceidratio", "0.05")).toBe(0.05);
    expect([sampled("always_off", "1"), sampled("parentbased_always_on", "0.1")]).toEqual([0, 1]);
    expect(() => sampled("sometimes")).toThrow(/OTEL_TRACES_SAMPLER must be one of/);
    expect(() => sampled("traceidratio", "5")).toThrow(/OTEL_TRACES_SAMPLER_ARG must be a ratio/);
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })).toThrow(
      /OTEL_EXPORTER_OTLP_ENDPOINT must be/,
    );
    expect(() => readEnv({ ...endpoint, OTEL_METRIC_EXPORT_INTERVAL: "1s" })).toThrow(/milliseconds/);
    expect(() => readEnv({ DRAIN_SECONDS: "90" })).toThrow(/DRAIN_SECONDS must be a number of seconds, 0 to 60/);
  });

  test("a model is asked only where both its name and a key are set", () => {
    const model = { VERIFY_MODEL: "acme-1", VERIFY_MODEL_API_KEY: "hunter2" };
    expect(readEnv(model).verifyModel).toEqual({ model: "acme-1", apiKey: "hunter2", baseUrl: undefined });
    expect(readEnv({ ...model, VERIFY_MODEL_BASE_URL: "http://127.0.0.1:1/v1" }).verifyModel).toMatchObject({
      baseUrl: "http://127.0.0.1:1/v1",
    });
    expect(() => readEnv({ VERIFY_MODEL: "acme-1" })).toThrow(/VERIFY_MODEL_API_KEY is not set/);
    expect(() => readEnv({ ...model, VERIFY_MODEL_BASE_URL: "ftp://example.com" })).toThrow(/VERIFY_MODEL_BASE_URL/);
  });

  test("payments are taken by Stripe or by the sandbox of this machine, never by both, and never unsigned", () => {
    const stripe = { STRIPE_SECRET_KEY: "sk_test_hunter2", STRIPE_WEBHOOK_SECRET: "whsec_hunter2" };
    const sandbox = { SANDBOX_URL: "http://127.0.0.1:3100/", STRIPE_WEBHOOK_SECRET: "whsec_hunter2" };
    expect(readEnv(stripe).payments).toMatchObject({ mode: "stripe", sandboxUrl: undefined });
    expect(readEnv(sandbox).payments).toMatchObject({ mode: "sandbox", sandboxUrl: "http://127.0.0.1:3100" });
    expect(() => readEnv({ ...stripe, ...sandbox })).toThrow(/only one/);
    expect(() => readEnv({ ...sandbox, VERCEL: "1" })).toThrow(/cannot run on Vercel/);
    expect(() => readEnv({ SANDBOX_URL: "http://pay.example.com", STRIPE_WEBHOOK_SECRET: "whsec_x" })).toThrow(
      /SANDBOX_URL/,
    );
    for (const { STRIPE_WEBHOOK_SECRET: _, ...unsigned } of [{ ...stripe }, { ...sandbox }]) {
      expect(() => readEnv(unsigned)).toThrow(/STRIPE_WEBHOOK_SECRET is not set/);
    }
    expect(readEnv({ STRIPE_WEBHOOK_SECRET: "whsec_x" }).payments).toBeUndefined();
  });

  test("real money is not taken with the embedded database in production", () => {
    const live = { NODE_ENV: "production", STRIPE_SECRET_KEY: "rk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    expect(() => readEnv(live)).toThrow(/DATABASE_URL is not set, but STRIPE_SECRET_KEY is a live key/);
    expect(readEnv({ ...live, DATABASE_URL: "postgres://db.example.com/x" }).payments?.mode).toBe("stripe");
    expect(readEnv({ ...live, STRIPE_SECRET_KEY: "sk_test_x" }).payments?.mode).toBe("stripe");
  });

  test("only the sandbox has an operator whom nobody named", () => {
    const sandbox = { SANDBOX_URL: "http://127.0.0.1:3100", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    const stripe = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    expect(readEnv(sandbox).adminEmails).toEqual(["operator@example.com"]);
    expect(readEnv(stripe).adminEmails).toEqual([]);
    expect(readEnv({ ...stripe, ADMIN_EMAILS: "Ada@example.com, bob@example.com" }).adminEmails).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
  });

  test("a server does not start where private addresses may be read, and says so", () => {
    expect(() => requireServable(readEnv({ VERIFY_ALLOW_PRIVATE: "1" }))).toThrow(
      /VERIFY_ALLOW_PRIVATE is set. A server/,
    );
    for (const value of ["", "0"]) requireServable(readEnv({ VERIFY_ALLOW_PRIVATE: value }));
    expect(() => readEnv({ VERIFY_ALLOW_PRIVATE: "yes" })).toThrow(/VERIFY_ALLOW_PRIVATE must be 1 or 0/);
  });

  test("sites whose operators asked not to be read are a list", () => {
    expect(readEnv({ VERIFY_OPTED_OUT: "Example.com, example.org" }).optedOutSites).toEqual([
      "example.com",
      "example.org",
    ]);
  });

  test("every wrong variable is named, and no value is shown", () => {
    const wrong = {
      DATABASE_URL: "mysql://root:hunter2@db.example.com/x",
      SITE_URL: "ftp://hunter2.example.com",
      TRUSTED_PROXIES: "hunter2",
      LOG_LEVEL: "hunter2",
    };
    expect(() => readEnv(wrong)).toThrow(EnvError);
    try {
      readEnv(wrong);
    } catch (error) {
      const { message } = error as EnvError;
      for (const name of Object.keys(wrong)) expect(message).toContain(name);
      expect(message).not.toContain("hunter2");
    }
  });
});
