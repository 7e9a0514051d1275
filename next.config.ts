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
  // For a container image: puts the files that a server needs into a separate folder (see the Dockerfile).
  output: process.env.NEXT_OUTPUT === "standalone" ? "standalone" : undefined,
  poweredByHeader: false,
  // Does not log URLs that may contain an API key or a link's token, not even in development.
  logging: { incomingRequests: { ignore: [/\/api\/v2\/bulk/, /\/files\//] } },
  reactStrictMode: true,
  // `npm run typecheck` checks the types of tests and pages together.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    resolveAlias: {
      // Without this alias, Next.js sends its polyfills with every page.
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
      // Vercel compresses responses, bundles each route with its files, and has no embedded database.
      if (ON_VERCEL) return;
      writePrecompressed(join(distDir, "static"));
      shareServerChunks(join(distDir, "server", "chunks"));
      await makeEmptyCluster(join(distDir, EMPTY_CLUSTER));
    },
  },
  serverExternalPackages: [
    ...(ON_VERCEL ? [] : ["@electric-sql/pglite"]),
    "@neondatabase/serverless",
    // Only the telemetry setup loads these.
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
      // For lib/access/counted-in-memory.mjs, which our own server loads unbundled.
      ...(ON_VERCEL
        ? []
        : ["./node_modules/lru-cache/package.json", "./node_modules/lru-cache/dist/esm/**/*.{js,json}"]),
    ],
    "/**/opengraph-image": [
      "./node_modules/@fontsource/inter/files/inter-latin*-[46]00-normal.woff",
      // For the process that renders the images. It is not bundled: see scripts/lib/picture-process.mjs.
      ...(ON_VERCEL ? [] : ["./node_modules/next/og.js", "./node_modules/next/dist/server/og/image-response.js"]),
    ],
  },
  outputFileTracingExcludes: {
    "**": [
      // Only the loader reads these files, and it never runs in a function.
      "./db/catalog/**/*",
      "./db/load/fixtures/**/*",
      "./db/sources/**/*",
      // Next.js traces its image optimizer although `images.unoptimized` disables it.
      ...(ON_VERCEL ? ["./node_modules/sharp/**/*", "./node_modules/@img/**/*"] : []),
    ],
  },
  experimental: {
    // Writing the compiler cache takes a third of the build time and only helps the next build. The first build on a
    // machine is often the only one, so it writes no cache.
    turbopackFileSystemCacheForBuild: ON_VERCEL || existsSync(join(".next", "BUILD_ID")),
    // A page from one catalogue must not stay on disk, where the next start would serve it.
    isrFlushToDisk: false,
    globalNotFound: true,
    // A start does not wait until the code of every page is loaded.
    preloadEntriesOnStart: false,
  },
  // A cached page without requests for a day is rendered again, not served stale first.
  expireTime: 86_400,
  // The limit of Next.js's own cache. It counts a character as one byte, but most take two in memory. The shared page
  // cache in front of it stores compressed pages.
  cacheMaxMemorySize: 1024 * 1024,
  // The server scales no images, and the optimizer's URL returns nothing.
  images: { unoptimized: true },
  // Title and description are in the head for every client, not only for known robots.
  htmlLimitedBots: /.*/,
  // Serves the Markdown version of a product page at its .md URL, and at its own URL if the client accepts
  // text/markdown.
  rewrites: async () => ({
    beforeFiles: [
      // No page has this path, so the response is the complete global-not-found page.
      {
        source: "/:path*",
        has: [{ type: "header", key: "x-missing-page", value: "1" }],
        destination: "/nothing-stands-here",
      },
      // A category without parameters is cached like any page. Filtered, sorted and later pages are rendered per
      // request.
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
      // A product page with a count in its URL is also rendered per request.
      {
        source: "/software/:category([a-zA-Z0-9-]+)/:slug([a-zA-Z0-9-]+)",
        has: [{ type: "query", key: COUNT_CHOICE, value: `(?<count>${COUNT_PATTERN})` }],
        destination: "/counted/:category/:slug/:count",
      },
    ],
  }),
  // If several sources match, the last one sets a header's value.
  headers: async () => [
    {
      source: "/:path*",
      headers: entries(EVERYWHERE),
    },
    {
      source: "/((?!_next/static/).*)",
      headers: entries(NOT_FILES),
    },
    // This overrides the header of the routes.
    ...["/api/v2/bulk", "/files/:token*"].map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
    // Forms on these pages need the Origin header, which no-referrer would remove.
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
        // For hosts that add these headers to cached pages. Our own server sets them in lib/http/negotiated.ts.
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
