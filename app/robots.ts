import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { site } from "./_data/site";

/** Everyone may read everything; searches have no pages of their own. Agents are named so that none need guess. */
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
  // The address is the running server’s, not the build’s.
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
