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
};

export default config;
