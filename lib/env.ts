import * as z from "zod";

const blankIsUnset = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const milliseconds = (usual: string) =>
  z
    .string()
    .regex(/^[1-9]\d{2,6}$/, "must be a number of milliseconds, 100 or more")
    .default(usual);

const Variables = z.object({
  SITE_NAME: z.preprocess(blankIsUnset, z.string().trim().default("Pricing Intelligence")),
  SITE_URL: z.preprocess(
    blankIsUnset,
    z
      .url({ protocol: /^https?$/, error: "must be an http or https URL, for example https://pricing.example.com" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
  ),
  DATABASE_URL: z.preprocess(
    blankIsUnset,
    z
      .string()
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        "must be a PostgreSQL URL, postgres://user:password@host:5432/database, with special characters percent-encoded",
      )
      .optional(),
  ),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default(".data")),
  CATALOG_DIR: z.preprocess(blankIsUnset, z.string().optional()),
  TRUSTED_PROXIES: z.preprocess(
    blankIsUnset,
    z.string().regex(/^\d+$/, "must be the number of proxies in front of this server, 0 or more").optional(),
  ),
  WEB_CONCURRENCY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^([1-9]|[1-5]\d|6[0-4])$/, "must be the number of worker processes, 1 to 64")
      .default("1"),
  ),
  WORKER_NUMBER: z.string().default("1"),
  KV_REST_API_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: "must be the http or https URL of a Redis REST API" }).optional(),
  ),
  KV_REST_API_TOKEN: z.preprocess(blankIsUnset, z.string().optional()),
  STRIPE_SECRET_KEY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a Stripe secret key (sk_…) or restricted key (rk_…)")
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: z.preprocess(
    blankIsUnset,
    z.string().startsWith("whsec_", "must be the signing secret of the Stripe webhook endpoint (whsec_…)").optional(),
  ),
  STRIPE_TAX: z.preprocess(blankIsUnset, z.enum(["0", "1"], "must be 1 or 0").default("0")),
  SANDBOX_URL: z.preprocess(
    blankIsUnset,
    z
      .url({
        protocol: /^http$/,
        hostname: /^(127\.0\.0\.1|localhost)$/,
        error: "must be an http URL on 127.0.0.1 or localhost",
      })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
  ),
  MCP_ALLOWED_ORIGINS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .refine((text) => listOf(text).every(isOrigin), "must be * or a list of origins such as https://chat.example.com")
      .optional(),
  ),
  CRON_SECRET: z.preprocess(blankIsUnset, z.string().min(16, "must have at least 16 characters").optional()),
  VERIFY: z.preprocess(blankIsUnset, z.enum(["on", "off"], "must be on or off").default("off")),
  COLLECT: z.preprocess(blankIsUnset, z.enum(["on", "off"], "must be on or off").default("off")),
  AUTH_SECRET: z.preprocess(blankIsUnset, z.string().min(32, "must have at least 32 characters").optional()),
  AUTH_GITHUB_ID: z.preprocess(blankIsUnset, z.string().optional()),
  AUTH_GITHUB_SECRET: z.preprocess(blankIsUnset, z.string().optional()),
  AUTH_GOOGLE_ID: z.preprocess(blankIsUnset, z.string().optional()),
  AUTH_GOOGLE_SECRET: z.preprocess(blankIsUnset, z.string().optional()),
  SMTP_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^smtps?$/, error: "must be smtp://user:password@host:587 or smtps://…" }).optional(),
  ),
  MAIL_FROM: z.preprocess(blankIsUnset, z.string().optional()),
  CONTACT_EMAIL: z.preprocess(blankIsUnset, z.email("must be a single email address").optional()),
  OPERATOR_NAME: z.preprocess(blankIsUnset, z.string().trim().optional()),
  OPERATOR_ADDRESS: z.preprocess(blankIsUnset, z.string().default("")),
  OPERATOR_DETAILS: z.preprocess(blankIsUnset, z.string().default("")),
  ADMIN_EMAILS: z.preprocess(blankIsUnset, z.string().default("")),
  VERIFY_ALLOW_PRIVATE: z.preprocess(blankIsUnset, z.enum(["0", "1"], "must be 1 or 0").default("0")),
  VERIFY_OPTED_OUT: z.preprocess(blankIsUnset, z.string().default("")),
  VERIFY_MODEL: z.preprocess(blankIsUnset, z.string().trim().optional()),
  VERIFY_MODEL_API_KEY: z.preprocess(blankIsUnset, z.string().optional()),
  VERIFY_MODEL_BASE_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: "must be the http or https URL of a model API" }).optional(),
  ),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent").default("info"),
  ),
  DRAIN_SECONDS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^([0-9]|[1-5]\d|60)$/, "must be a number of seconds, 0 to 60")
      .default("0"),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: "must be the http or https URL of an OTLP/HTTP receiver" }).optional(),
  ),
  OTEL_SDK_DISABLED: z.preprocess(blankIsUnset, z.string().default("false")),
  OTEL_TRACES_SAMPLER: z.preprocess(blankIsUnset, z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`).optional()),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^(0?\.\d+|[01](\.0+)?)$/, "must be a ratio from 0 to 1")
      .default("1"),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: z.preprocess(blankIsUnset, milliseconds("60000")),
  OTEL_BSP_SCHEDULE_DELAY: z.preprocess(blankIsUnset, milliseconds("5000")),
  NODE_ENV: z.preprocess(blankIsUnset, z.string().default("development")),
  NEXT_PHASE: z.string().optional(),
  VERCEL: z.preprocess(blankIsUnset, z.string().optional()),
  VERCEL_ENV: z.preprocess(blankIsUnset, z.string().optional()),
  VERCEL_PROJECT_PRODUCTION_URL: z.preprocess(blankIsUnset, z.string().optional()),
});

export type LogLevel = z.infer<typeof Variables>["LOG_LEVEL"];

export type Payments = {
  mode: "stripe" | "sandbox";
  secretKey: string;
  webhookSecret: string;
  /** The sandbox's URL; undefined for Stripe itself. */
  sandboxUrl: string | undefined;
};

type OAuthClient = { id: string; secret: string };

const SANDBOX_OPERATOR = "operator@example.com";
/** The sandbox accepts no other key. */
const SANDBOX_KEY = "sk_test_sandbox";

export type Env = {
  siteName: string;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Unset: the shipped catalogue. */
  catalogDir: string | undefined;
  /** Number of proxies in front of us that append to x-forwarded-for. 0: the header is ignored. */
  trustedProxies: number;
  /** Origins that may call MCP, or `*`; null if unset. */
  mcpOrigins: readonly string[] | null;
  /** Number of processes like this one on the machine. */
  processes: number;
  /** Whether this process runs the periodic work. */
  firstProcess: boolean;
  /** Counts requests for all instances together. Unset: each machine counts for itself. */
  kv: { url: string; token: string } | undefined;
  /** Unset: nothing can be bought. */
  payments: Payments | undefined;
  /** Whether Stripe Tax computes taxes at checkout. */
  stripeTax: boolean;
  /** Grants access to the URLs of scheduled jobs. Unset: derived from the site's secret. */
  cronSecret: string | undefined;
  /** Whether the server verifies vendors' pages on its own schedule. */
  verify: boolean;
  /** Whether a long-running server collects public lists on its own schedule. */
  collect: boolean;
  /** Unset: a secret is generated and stored in `dataDir`, which does not work with several instances. */
  authSecret: string | undefined;
  github: OAuthClient | undefined;
  google: OAuthClient | undefined;
  /** Unset: no email can be sent, so signing in by email is not possible. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Contact address for readers. Unset: the site refers them to the form on each product's page. */
  contactEmail: string | undefined;
  /** The operator of this deployment, for the imprint. */
  operator: { name: string | null; address: readonly string[]; details: readonly string[] };
  /** Email addresses, in lower case, with access to /admin. */
  adminEmails: readonly string[];
  /** Whether verification may fetch URLs of this machine and its network; never in a server. */
  verifyAllowPrivate: boolean;
  /** Registrable domains, in lower case, whose operators have opted out of being read. */
  optedOutSites: readonly string[];
  /** The language model that may point out prices that no other method reads. Unset: no model is used. */
  verifyModel: { model: string; apiKey: string; baseUrl: string | undefined } | undefined;
  logLevel: LogLevel;
  /** Settings for traces and metrics; the exporters read the other variables themselves. Unset: nothing is sent. */
  telemetry: { sampled: number; metricsEveryMs: number; spansEveryMs: number } | undefined;
  production: boolean;
  onVercel: boolean;
  /** A Vercel deployment other than production, with its own host. */
  onPreview: boolean;
  /** `next build` is running; the database must not be opened. */
  building: boolean;
};

export class EnvError extends Error {
  override name = "EnvError";
}

/** @throws EnvError with the name of every invalid variable, never its value */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new EnvError(`The environment variables are invalid:\n${lines.join("\n")}\nSee .env.example.`);
  }
  const { data } = parsed;
  const production = data.NODE_ENV === "production";
  const building = data.NEXT_PHASE === "phase-production-build";
  const onVercel = data.VERCEL !== undefined;
  if (onVercel && production && !building && !data.DATABASE_URL) {
    throw new EnvError(
      "DATABASE_URL is not set. On Vercel the embedded database is lost with each instance. Attach a PostgreSQL " +
        "database (for example Neon), set DATABASE_URL and run `npm run catalog:load` when you deploy.",
    );
  }
  const both = <First extends keyof typeof data, Second extends keyof typeof data>(first: First, second: Second) => {
    const [one, other] = [data[first], data[second]];
    if ((one === undefined) !== (other === undefined)) {
      const [unset, set] = one === undefined ? [first, second] : [second, first];
      throw unusable(`${unset} is not set, but ${set} is. Set both or neither.`);
    }
    return one !== undefined && other !== undefined ? { one, other } : undefined;
  };
  const kv = both("KV_REST_API_URL", "KV_REST_API_TOKEN");
  const github = both("AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET");
  const google = both("AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET");
  const model = both("VERIFY_MODEL", "VERIFY_MODEL_API_KEY");
  const payments = paymentsOf(data);
  if (onVercel && production && !building && !data.AUTH_SECRET) {
    throw unusable(
      "AUTH_SECRET is not set. It signs accounts and download links and must be the same on every instance. Set it to the output of `openssl rand -base64 32`.",
    );
  }
  if (production && !building && payments?.secretKey.includes("_live_") && !data.DATABASE_URL) {
    throw unusable(
      "DATABASE_URL is not set, but STRIPE_SECRET_KEY is a live key. The embedded database is not synced to disk, so a power failure could lose paid purchases. Set DATABASE_URL.",
    );
  }
  const vercelUrl = data.VERCEL_PROJECT_PRODUCTION_URL && `https://${data.VERCEL_PROJECT_PRODUCTION_URL}`;
  return {
    siteName: data.SITE_NAME,
    siteUrl: data.SITE_URL ?? (onVercel && vercelUrl ? vercelUrl : "http://localhost:3000"),
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    catalogDir: data.CATALOG_DIR,
    processes: Number(data.WEB_CONCURRENCY),
    firstProcess: data.WORKER_NUMBER === "1",
    // Vercel's own proxy sets the client's IP address and does not let the client choose it.
    trustedProxies: Number(data.TRUSTED_PROXIES ?? (onVercel ? 1 : 0)),
    mcpOrigins: data.MCP_ALLOWED_ORIGINS ? listOf(data.MCP_ALLOWED_ORIGINS) : null,
    kv: kv && { url: kv.one, token: kv.other },
    payments,
    stripeTax: data.STRIPE_TAX === "1",
    cronSecret: data.CRON_SECRET,
    verify: data.VERIFY === "on",
    collect: data.COLLECT === "on",
    authSecret: data.AUTH_SECRET,
    github: github && { id: github.one, secret: github.other },
    google: google && { id: google.one, secret: google.other },
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `${data.SITE_NAME} <no-reply@localhost>`,
    contactEmail: data.CONTACT_EMAIL,
    operator: {
      name: data.OPERATOR_NAME ?? null,
      address: linesOf(data.OPERATOR_ADDRESS),
      details: linesOf(data.OPERATOR_DETAILS),
    },
    adminEmails: listOf((data.ADMIN_EMAILS || (payments?.mode === "sandbox" ? SANDBOX_OPERATOR : "")).toLowerCase()),
    verifyAllowPrivate: data.VERIFY_ALLOW_PRIVATE === "1",
    optedOutSites: listOf(data.VERIFY_OPTED_OUT.toLowerCase()),
    verifyModel: model && { model: model.one, apiKey: model.other, baseUrl: data.VERIFY_MODEL_BASE_URL },
    logLevel: data.LOG_LEVEL,
    telemetry: telemetryOf(data),
    production,
    onVercel,
    onPreview: onVercel && data.VERCEL_ENV !== "production",
    building,
  };
}

/** @throws EnvError if a variable is set that a server must not have */
export function requireServable({ verifyAllowPrivate }: Env): void {
  if (verifyAllowPrivate) {
    throw unusable(
      "VERIFY_ALLOW_PRIVATE is set. A server that fetches pages must not reach its own network. Set the variable only for commands that you run in a terminal.",
    );
  }
}

/** Returns the settings without which a deployment on Vercel starts but lacks a function, each with that function. */
export function gapsOnVercel({ cronSecret, kv, smtpUrl }: Pick<Env, "cronSecret" | "kv" | "smtpUrl">): string[] {
  return [
    ...(cronSecret === undefined ? ["CRON_SECRET: no scheduled jobs run"] : []),
    ...(kv === undefined
      ? [
          "KV_REST_API_URL and KV_REST_API_TOKEN: each instance counts requests separately, so rate limits are not enforced across instances",
        ]
      : []),
    ...(smtpUrl === undefined ? ["SMTP_URL: nobody can sign in by email, and buyers receive no download links"] : []),
  ];
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

function linesOf(text: string): string[] {
  return text
    .split("|")
    .map((line) => line.trim())
    .filter(Boolean);
}

function unusable(line: string): EnvError {
  return new EnvError(`The environment variables are invalid:\n  ${line}\nSee .env.example.`);
}

function telemetryOf(data: z.infer<typeof Variables>): Env["telemetry"] {
  if (!data.OTEL_EXPORTER_OTLP_ENDPOINT || data.OTEL_SDK_DISABLED.toLowerCase() === "true") return undefined;
  const { OTEL_TRACES_SAMPLER: sampler = "always_on" } = data;
  const whole = sampler.endsWith("always_off") ? 0 : 1;
  return {
    sampled: sampler.endsWith("ratio") ? Number(data.OTEL_TRACES_SAMPLER_ARG) : whole,
    metricsEveryMs: Number(data.OTEL_METRIC_EXPORT_INTERVAL),
    spansEveryMs: Number(data.OTEL_BSP_SCHEDULE_DELAY),
  };
}

function paymentsOf(data: z.infer<typeof Variables>): Payments | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, SANDBOX_URL: sandboxUrl } = data;
  if (secretKey && sandboxUrl)
    throw unusable("SANDBOX_URL and STRIPE_SECRET_KEY are both set. Set only one of them: only one can take payments.");
  if (sandboxUrl && data.VERCEL)
    throw unusable("SANDBOX_URL is set. The payments sandbox cannot run on Vercel. Unset it.");
  if (secretKey ? !webhookSecret : sandboxUrl && !webhookSecret) {
    throw unusable("STRIPE_WEBHOOK_SECRET is not set. Without it, no purchase is ever fulfilled.");
  }
  if (!webhookSecret) return undefined;
  if (secretKey) return { mode: "stripe", secretKey, webhookSecret, sandboxUrl: undefined };
  return sandboxUrl ? { mode: "sandbox", secretKey: SANDBOX_KEY, webhookSecret, sandboxUrl } : undefined;
}

let current: Env | undefined;

/** Returns the process's environment, which is read at first use. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
