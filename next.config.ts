import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["@electric-sql/pglite", "@neondatabase/serverless", "pg", "ws"],
  outputFileTracingIncludes: { "/*": ["./db/migrations/**/*"] },
  // Read when loading, which no serverless instance does.
  outputFileTracingExcludes: { "/*": ["./db/catalog/**/*", "./db/load/fixtures/**/*"] },
  // A page rendered from one catalogue must not outlive it on disk and answer after the next start.
  experimental: { isrFlushToDisk: false },
  // The Markdown twin of a product page: its address with .md, or the page itself for who asks for text/markdown.
  rewrites: async () => ({
    beforeFiles: [
      { source: "/software/:category/:slug([a-zA-Z0-9-]+)\\.md", destination: "/markdown/:category/:slug" },
      {
        source: "/software/:category/:slug([a-zA-Z0-9-]+)",
        has: [{ type: "header", key: "accept", value: ".*text/markdown.*" }],
        destination: "/markdown/:category/:slug",
      },
    ],
  }),
  headers: async () => [
    {
      source: "/software/:category/:slug([a-zA-Z0-9-]+)",
      headers: [{ key: "Link", value: '</software/:category/:slug.md>; rel="alternate"; type="text/markdown"' }],
    },
    {
      source: "/",
      headers: [
        {
          key: "Link",
          value:
            '</.well-known/api-catalog>; rel="api-catalog", </llms.txt>; rel="describedby"; type="text/plain", </mcp/server-card>; rel="service-desc"; type="application/mcp-server-card+json"',
        },
      ],
    },
  ],
};

export default config;
