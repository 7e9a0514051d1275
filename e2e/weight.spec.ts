import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const BUDGET_BYTES = 120_000;

const PAGES = {
  home: "/",
  category: "/software/crm",
  product: "/software/team-chat/slack",
  "product priced by use": "/software/llm-apis/openai-api",
  comparison: "/compare/notion-vs-slack",
};

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: the scripts that it loads are under ${BUDGET_BYTES / 1000} kB compressed`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const tags = html.match(/<script\b[^>]*>|<link\b[^>]*>/g) ?? [];
    const scripts = tags
      .filter((tag) =>
        tag.startsWith("<script") ? !/\snomodule\b/i.test(tag) : /\s(as="script"|rel="modulepreload")/.test(tag),
      )
      .flatMap((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []);
    expect(scripts.length).toBeGreaterThan(3);
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (address) => {
        const script = await request.get(address);
        expect(script.headers()["content-type"], address).toContain("javascript");
        return brotliCompressSync(await script.body()).length;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BUDGET_BYTES);
  });
}
