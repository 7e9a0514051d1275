import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 3199);
const baseURL = `http://localhost:${port}`;
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
    ],
  },
};

// Specs that lay out no page have nothing to see at a second width.
const WITHOUT_PAGES = /(client|http|mcp)\.spec\.ts$/;

/** The tests stand in for one trusted proxy, so that each project has a rate limit of its own. */
const reader = (address: string) => ({ extraHTTPHeaders: { "x-forwarded-for": address } });

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  timeout: 30_000,
  use: { baseURL, trace: "retain-on-failure", timezoneId: "UTC", locale: "en-US" },
  projects: [
    { name: "desktop", use: { ...browser, ...reader("192.0.2.1"), viewport: { width: 1440, height: 900 } } },
    {
      name: "mobile",
      testIgnore: WITHOUT_PAGES,
      use: {
        ...browser,
        ...reader("192.0.2.2"),
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
  webServer: {
    command: `"${process.execPath}" node_modules/next/dist/bin/next start -H 127.0.0.1 -p ${port}`,
    url: baseURL,
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      SITE_URL: baseURL,
      DATABASE_URL: "",
      TRUSTED_PROXIES: "1",
      DATA_DIR: process.env.E2E_DATA_DIR ?? join(".test", "e2e"),
    },
  },
});
