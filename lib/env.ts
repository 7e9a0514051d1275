import * as z from "zod";

const blankIsUnset = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

const Variables = z.object({
  SITE_NAME: z.preprocess(blankIsUnset, z.string().trim().default("Pricing Intelligence")),
  SITE_URL: z.preprocess(
    blankIsUnset,
    z
      .url({ protocol: /^https?$/, error: "must be an http or https address, for example https://pricing.example.com" })
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
  TRUSTED_PROXIES: z.preprocess(
    blankIsUnset,
    z.string().regex(/^\d+$/, "must be the number of proxies in front of this server, 0 or more").default("0"),
  ),
  KV_REST_API_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: "must be the http or https address of a Redis REST interface" }).optional(),
  ),
  KV_REST_API_TOKEN: z.preprocess(blankIsUnset, z.string().optional()),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(["debug", "info", "warn", "error", "silent"], "must be debug, info, warn, error or silent").default("info"),
  ),
  NODE_ENV: z.preprocess(blankIsUnset, z.string().default("development")),
  NEXT_PHASE: z.string().optional(),
  VERCEL: z.preprocess(blankIsUnset, z.string().optional()),
  VERCEL_PROJECT_PRODUCTION_URL: z.preprocess(blankIsUnset, z.string().optional()),
});

export type LogLevel = z.infer<typeof Variables>["LOG_LEVEL"];

export type Env = {
  siteName: string;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** How many proxies in front of us append to x-forwarded-for. 0: it is not believed. */
  trustedProxies: number;
  /** Where requests are counted for all instances together. Unset: each process counts for itself. */
  kv: { url: string; token: string } | undefined;
  logLevel: LogLevel;
  production: boolean;
  onVercel: boolean;
  /** `next build` is running; the database must not be opened. */
  building: boolean;
};

export class EnvError extends Error {
  override name = "EnvError";
}

/** @throws EnvError naming every variable that is wrong, never its value. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new EnvError(`The environment is not usable:\n${lines.join("\n")}\nSee .env.example.`);
  }
  const { data } = parsed;
  const production = data.NODE_ENV === "production";
  const building = data.NEXT_PHASE === "phase-production-build";
  const onVercel = data.VERCEL !== undefined;
  if (onVercel && production && !building && !data.DATABASE_URL) {
    throw new EnvError(
      "DATABASE_URL is not set. On Vercel the embedded database would vanish with each instance: attach a PostgreSQL " +
        "database (Neon, for example), set DATABASE_URL and run `npm run catalog:load` when deploying.",
    );
  }
  const { KV_REST_API_URL: kvUrl, KV_REST_API_TOKEN: kvToken } = data;
  if ((kvUrl === undefined) !== (kvToken === undefined)) {
    const missing = kvUrl === undefined ? "KV_REST_API_URL" : "KV_REST_API_TOKEN";
    throw new EnvError(
      `The environment is not usable:\n  ${missing} is not set, but its counterpart is.\nSee .env.example.`,
    );
  }
  const vercelUrl = data.VERCEL_PROJECT_PRODUCTION_URL && `https://${data.VERCEL_PROJECT_PRODUCTION_URL}`;
  return {
    siteName: data.SITE_NAME,
    siteUrl: data.SITE_URL ?? (onVercel && vercelUrl ? vercelUrl : "http://localhost:3000"),
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    trustedProxies: Number(data.TRUSTED_PROXIES),
    kv: kvUrl !== undefined && kvToken !== undefined ? { url: kvUrl, token: kvToken } : undefined,
    logLevel: data.LOG_LEVEL,
    production,
    onVercel,
    building,
  };
}

let current: Env | undefined;

/** The process's environment, read at first use. */
export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}
