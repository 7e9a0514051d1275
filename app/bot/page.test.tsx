import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { BOT_NAME, botUserAgent, DELAY_MS, MAX_CRAWL_DELAY_MS } from "@/lib/fetch/policy";

vi.mock("next/server", () => ({ connection: async () => {} }));

async function textOfPage(variables: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    const { default: BotPage } = await import("./page");
    return renderToStaticMarkup(await BotPage())
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
  } finally {
    vi.unstubAllEnvs();
  }
}

const SITE_URL = "https://pricing.example.com";

test("the page says what the bot sends and keeps: its name, its pauses, and the rules that shut it out", async () => {
  const text = await textOfPage({ SITE_URL, CONTACT_EMAIL: "hello@example.com" });
  expect(text).toContain(botUserAgent(SITE_URL));
  expect(text).toContain(`User-agent: ${BOT_NAME} Disallow: /`);
  expect(text).toContain(`at least ${DELAY_MS / 1_000} seconds between requests`);
  expect(text).toContain(`waits at most ${MAX_CRAWL_DELAY_MS / 1_000} seconds for it`);
  expect(text).toContain("hello@example.com");
});

test("where no mail address is given it says how else to reach whoever runs it", async () => {
  const text = await textOfPage({ SITE_URL, CONTACT_EMAIL: "" });
  expect(text).toContain("This deployment has no contact email address");
  expect(text).not.toContain("Or write to");
});
