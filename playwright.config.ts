import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { servingArguments } from "./scripts/lib/serving.mjs";

const port = Number(process.env.E2E_PORT ?? 3199);
const baseURL = `http://localhost:${port}`;
const sandboxPort = Number(process.env.E2E_SANDBOX_PORT ?? port + 1);
const smtpPort = Number(process.env.E2E_SMTP_PORT ?? port + 2);
// Read by the specs: see e2e/sandbox.ts.
process.env.E2E_SANDBOX_URL = `http://127.0.0.1:${sandboxPort}`;
const webhookSecret = "whsec_e2e";
// Settings of the developer's shell must not cause real payments.
const NO_REAL_PAYMENTS = { STRIPE_SECRET_KEY: "", VERCEL: "" };
const chromium = process.env.CHROMIUM_PATH;

const browser = {
  browserName: "chromium" as const,
  launchOptions: {
    ...(chromium ? { executablePath: chromium } : {}),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Every additional process makes each page slower to open.
      "--in-process-gpu",
      "--renderer-process-limit=1",
      "--disable-site-isolation-trials",
    ],
  },
};

// These specs open no page of the site or set its width themselves, so they run at one width only.
const WITHOUT_PAGES = /(bulk|client|http|machines|mcp|sandbox|small-things|weight)\.spec\.ts$/;

/** The tests act as one trusted proxy, so that each worker has its own rate limit. */
const reader = (project: number) => ({
  extraHTTPHeaders: { "x-forwarded-for": `192.0.2.${project}${process.env.TEST_PARALLEL_INDEX ?? 0}` },
});

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // One more than the CI machine has cores: some tests wait for an email, a payment or a page that reloads.
  workers: 3,
  // Generous limits for a busy machine. A passing test does not wait for them.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Recording every trace takes a third longer. To record a failed test: npm test -- --only=e2e --last-failed --trace on
  use: { baseURL, trace: "off", timezoneId: "UTC", locale: "en-US" },
  projects: [
    { name: "desktop", use: { ...browser, ...reader(1), viewport: { width: 1440, height: 900 } } },
    {
      name: "mobile",
      testIgnore: WITHOUT_PAGES,
      // Skips tests of a page's text, which is the same HTML at every width.
      grepInvert: /@any-width/,
      use: {
        ...browser,
        ...reader(2),
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
  webServer: [
    {
      name: "payments sandbox",
      command: `"${process.execPath}" scripts/sandbox/main.mjs`,
      url: process.env.E2E_SANDBOX_URL,
      reuseExistingServer: false,
      timeout: 60_000,
      stdout: "ignore",
      stderr: "pipe",
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      env: {
        ...NO_REAL_PAYMENTS,
        SANDBOX_MEMORY: "1",
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_SMTP_PORT: String(smtpPort),
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        WEBHOOK_URL: `http://127.0.0.1:${port}/api/stripe/webhook`,
      },
    },
    {
      name: "site",
      command: [`"${process.execPath}"`, ...servingArguments("127.0.0.1", port)].join(" "),
      url: baseURL,
      reuseExistingServer: false,
      timeout: 120_000,
      stdout: "ignore",
      stderr: "pipe",
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      env: {
        ...NO_REAL_PAYMENTS,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        SITE_URL: baseURL,
        DATABASE_URL: "",
        TRUSTED_PROXIES: "1",
        DATA_DIR: process.env.E2E_DATA_DIR ?? join(".test", "e2e"),
        SANDBOX_URL: process.env.E2E_SANDBOX_URL,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      },
    },
  ],
});
