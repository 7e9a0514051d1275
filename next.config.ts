import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import { EMPTY_CLUSTER, makeEmptyCluster } from "./db/cluster";
import { hintStartupScripts } from "./lib/http/compile-hints";
import { COUNT_CHOICE, LIST_CHOICES } from "./lib/http/kept-pages";
import { writePrecompressed } from "./lib/http/precompressed";
import { shareServerChunks } from "./lib/http/server-chunks";
import { API_ANSWERS, EVERYWHERE, links, NOT_FILES } from "./lib/http/site-headers";
import { COUNT_PATTERN } from "./lib/tco/counted";

const ON_VERCEL = Boolean(process.env.VERCEL);

const config: NextConfig = {
  // For an image: the files that a server needs, in a folder of their own (see the Dockerfile).
  output: process.env.NEXT_OUTPUT === "standalone" ? "standalone" : undefined,
  poweredByHeader: false,
  // Addresses that may hold a key or a link's token are not printed in development either.
  logging: { incomingRequests: { ignore: [/\/api\/v2\/bulk/, /\/files\//] } },
  reactStrictMode: true,
  // `npm run typecheck` does it, once for tests and pages together.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    resolveAlias: {
      // Sent with every page otherwise.
      "../build/polyfills/polyfill-module": "./app/no-polyfills.ts",
      ...(ON_VERCEL && {
        "@electric-sql/pglite": "./db/no-pglite.ts",
        "@electric-sql/pglite/contrib/pg_trgm": "./db/no-pglite.ts",
      }),
    },
  },
  compiler: {
    runAfterProductionCompile: async ({ distDir }) => {
      hintStartupScripts(distDir);
      // Vercel compresses what it sends by itself, packs each route with the files that it names, and has no embedded
      // database.
      if (ON_VERCEL) return;
      writePrecompressed(join(distDir, "static"));
      shareServerChunks(join(distDir, "server", "chunks"));
      await makeEmptyCluster(join(distDir, EMPTY_CLUSTER));
    },
  },
  serverExternalPackages: [
    ...(ON_VERCEL ? [] : ["@electric-sql/pglite"]),
    "@neondatabase/serverless",
    // Loaded where telemetry is set up, and by nobody else.
    "@opentelemetry/exporter-metrics-otlp-http",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/sdk-trace",
    "nodemailer",
    "pg",
    "ws",
  ],
  outputFileTracingIncludes: {
    "/*": [
      "./db/migrations/**/*",
      // Of lib/access/counted-in-memory.mjs, which our own server loads as it stands.
      ...(ON_VERCEL
        ? []
        : ["./node_modules/lru-cache/package.json", "./node_modules/lru-cache/dist/esm/**/*.{js,json}"]),
    ],
    "/**/opengraph-image": [
      "./node_modules/@fontsource/inter/files/inter-latin*-[46]00-normal.woff",
      // For the process that draws them, which is not bundled: see scripts/lib/picture-process.mjs.
      ...(ON_VERCEL ? [] : ["./node_modules/next/og.js", "./node_modules/next/dist/server/og/image-response.js"]),
    ],
  },
  outputFileTracingExcludes: {
    "**": [
      // Only the loader reads these files, and it never runs in a function.
      "./db/catalog/**/*",
      "./db/load/fixtures/**/*",
      "./db/sources/**/*",
      // Next traces its image optimizer, which `images.unoptimized` turns off.
      ...(ON_VERCEL ? ["./node_modules/sharp/**/*", "./node_modules/@img/**/*"] : []),
    ],
  },
  experimental: {
    // To keep what it compiled costs a third of a build, and serves the next one: the first on a machine, which is often
    // the only one, does without.
    turbopackFileSystemCacheForBuild: ON_VERCEL || existsSync(join(".next", "BUILD_ID")),
    // A page rendered from one catalogue must not outlive it on disk and answer after the next start.
    isrFlushToDisk: false,
    globalNotFound: true,
    // A start does not wait until the code of every page is loaded.
    preloadEntriesOnStart: false,
  },
  // A kept page that nobody asked for in a day is drawn anew, not shown first.
  expireTime: 86_400,
  // What Next itself keeps, counted in letters of one byte and mostly held in two: the front keeps pages for all, packed.
  cacheMaxMemorySize: 1024 * 1024,
  // No picture is scaled by the server, and its address for that answers nothing.
  images: { unoptimized: true },
  // Title and description stand in the head for every reader, not only for known robots.
  htmlLimitedBots: /.*/,
  // The Markdown twin of a product page: its address with .md, or the page itself for who asks for text/markdown.
  rewrites: async () => ({
    beforeFiles: [
      // No page stands there: the whole of global-not-found answers.
      {
        source: "/:path*",
        has: [{ type: "header", key: "x-missing-page", value: "1" }],
        destination: "/nothing-stands-here",
      },
      // A category as it stands is kept like any page; filtered, sorted and later pages are drawn for each request.
      ...LIST_CHOICES.map((key) => ({
        source: "/software/:category([a-zA-Z0-9-]+)",
        has: [{ type: "query" as const, key }],
        destination: "/browse/:category",
      })),
      { source: "/software/:category/:slug([a-zA-Z0-9-]+)\\.md", destination: "/markdown/:category/:slug" },
      {
        source: "/software/:category/:slug([a-zA-Z0-9-]+)",
        has: [{ type: "header", key: "accept", value: ".*text/markdown.*" }],
        destination: "/markdown/:category/:slug",
      },
      // So with a product: what so many of it cost is drawn for each request.
      {
        source: "/software/:category([a-zA-Z0-9-]+)/:slug([a-zA-Z0-9-]+)",
        has: [{ type: "query", key: COUNT_CHOICE, value: `(?<count>${COUNT_PATTERN})` }],
        destination: "/counted/:category/:slug/:count",
      },
    ],
  }),
  // Where several sources match, the later one's value of a header is sent.
  headers: async () => [
    {
      source: "/:path*",
      headers: entries(EVERYWHERE),
    },
    {
      source: "/((?!_next/static/).*)",
      headers: entries(NOT_FILES),
    },
    // Here it outweighs what the routes themselves say.
    ...["/api/v2/bulk", "/files/:token*"].map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
    // Their forms need the Origin header, which no-referrer would take away.
    ...["/account/:page*", "/checkout/:page*", "/sign-in/:page*"].map((source) => ({
      source,
      headers: [
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "X-Robots-Tag", value: "noindex, nofollow" },
      ],
    })),
    {
      source: "/api/v:version(\\d+)/:path*",
      headers: entries(API_ANSWERS),
    },
    { source: "/((?!api/|_next/).*)", headers: [{ key: "Link", value: links() }] },
    {
      source: "/",
      headers: [
        {
          key: "Link",
          value: links('</mcp/server-card>; rel="service-desc"; type="application/mcp-server-card+json"'),
        },
      ],
    },
    {
      source: "/software/:category([a-zA-Z0-9-]+)",
      headers: [
        {
          key: "Link",
          value: links('</api/v2/discover?category=:category>; rel="alternate"; type="application/json"'),
        },
      ],
    },
    {
      source: "/software/:category/:slug([a-zA-Z0-9-]+)",
      headers: [
        // For hosts that add these to kept pages; of our own server see lib/http/negotiated.ts.
        { key: "Vary", value: "Accept" },
        {
          key: "Link",
          value: links(
            '</software/:category/:slug.md>; rel="alternate"; type="text/markdown"',
            '</api/v2/pricing/:slug>; rel="alternate"; type="application/json"',
          ),
        },
      ],
    },
  ],
};

function entries(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

export default config;
