import { join } from "node:path";
import type { NextConfig } from "next";
import { LIST_CHOICES } from "./lib/http/kept-pages";
import { writePrecompressed } from "./lib/http/precompressed";

const config: NextConfig = {
  poweredByHeader: false,
  // Addresses that may hold a key or a link's token are not printed in development either.
  logging: { incomingRequests: { ignore: [/\/api\/v2\/bulk/, /\/files\//] } },
  reactStrictMode: true,
  // `npm run typecheck` does it, once for tests and pages together.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    // Vercel compresses what it sends by itself.
    runAfterProductionCompile: async ({ distDir }) => {
      if (!process.env.VERCEL) writePrecompressed(join(distDir, "static"));
    },
  },
  serverExternalPackages: ["@electric-sql/pglite", "@neondatabase/serverless", "nodemailer", "pg", "ws"],
  outputFileTracingIncludes: {
    "/*": ["./db/migrations/**/*"],
    "/**/opengraph-image": ["./node_modules/@fontsource/inter/files/inter-latin*-[46]00-normal.woff"],
  },
  // Read when loading, which no serverless instance does.
  outputFileTracingExcludes: { "/*": ["./db/catalog/**/*", "./db/load/fixtures/**/*"] },
  // A page rendered from one catalogue must not outlive it on disk and answer after the next start.
  experimental: { isrFlushToDisk: false, globalNotFound: true },
  // A kept page that nobody asked for in a day is drawn anew, not shown first.
  expireTime: 86_400,
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
    ],
  }),
  // Where several sources match, the later one's value of a header is sent.
  headers: async () => [
    {
      source: "/:path*",
      headers: [{ key: "X-Content-Type-Options", value: "nosniff" }],
    },
    {
      source: "/((?!_next/static/).*)",
      headers: [
        { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
        {
          key: "Permissions-Policy",
          value: "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
        },
      ],
    },
    {
      source: "/checkout/:page*",
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex, nofollow" },
      ],
    },
    // Here it outweighs what the routes themselves say.
    ...["/api/v2/bulk", "/files/:token*"].map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
    // Their forms need the Origin header, which no-referrer would take away.
    ...["/account/:page*", "/sign-in/:page*"].map((source) => ({
      source,
      headers: [
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "X-Robots-Tag", value: "noindex, nofollow" },
      ],
    })),
    {
      source: "/api/v:version(\\d+)/:path*",
      headers: [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }],
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

/** What a machine that reads a page can go on to read. */
function links(...more: string[]): string {
  return [
    '</api/v2/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
    '</docs>; rel="service-doc"; type="text/html"',
    '</.well-known/api-catalog>; rel="api-catalog"',
    '</llms.txt>; rel="describedby"; type="text/plain"',
    ...more,
  ].join(", ");
}

export default config;
