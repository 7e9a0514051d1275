import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { site } from "./_data/site";

/**
 * Every robot may read everything except search results. The list names AI agents to make their permission explicit.
 */
const AGENTS = [
  "ClaudeBot",
  "Claude-User",
  "Claude-SearchBot",
  "GPTBot",
  "ChatGPT-User",
  "OAI-SearchBot",
  "Google-Extended",
  "PerplexityBot",
  "Perplexity-User",
  "Applebot-Extended",
  "CCBot",
];

export default async function robots(): Promise<MetadataRoute.Robots> {
  // Uses the running server's URL, not the one at build time.
  await connection();
  const open = { allow: "/", disallow: "/search" };
  return {
    rules: [
      { userAgent: "*", ...open },
      { userAgent: AGENTS, ...open },
    ],
    sitemap: `${site().url}/sitemap.xml`,
  };
}
