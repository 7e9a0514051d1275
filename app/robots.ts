import type { MetadataRoute } from "next";

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

export default function robots(): MetadataRoute.Robots {
  const open = { allow: "/", disallow: "/search" };
  return {
    rules: [
      { userAgent: "*", ...open },
      { userAgent: AGENTS, ...open },
    ],
  };
}
