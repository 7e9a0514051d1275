import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { BADGE_THEMES, badgeSvg, badgeText, unknownBadge } from "@/lib/format/badge";
import { EMBED_THEMES, embedHtml, embedStyle, oembedOf, unknownEmbedHtml } from "@/lib/format/embed";
import { requestId } from "@/lib/ids";
import { requireRecord } from "@/lib/operations/pricing";
import { publicError, type Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { today } from "@/lib/operations/views";
import { Name } from "@/lib/schemas/name";
import type { PricingRecord } from "@/lib/schemas/record";
import { entityTag, matchesEntityTag, NO_STORE, PUBLIC_CACHE } from "./cache";

type Params<Name extends string> = { params: Promise<Record<Name, string>> };
type Serve<Name extends string> = (request: Request, context: Params<Name>) => Promise<Response>;

const SVG = "image/svg+xml; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const SHORT_CACHE = "public, max-age=60";

type Found = { record: PricingRecord } | { record: null; slug: string; suggestions: readonly string[] };

async function lookUp(slug: string, { catalog, now }: Runtime): Promise<Found> {
  const { data: asked } = Name.safeParse(slug);
  const instant = now();
  if (asked === undefined) return { record: null, slug, suggestions: [] };
  try {
    return { record: await requireRecord(catalog, asked, today(instant), instant) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    return { record: null, slug, suggestions: error.suggestions ?? [] };
  }
}

function themeOf<Theme extends string>(request: Request, themes: readonly Theme[], fallback: Theme): Theme {
  const asked = new URL(request.url).searchParams.get("theme");
  return themes.find((theme) => theme === asked) ?? fallback;
}

interface Card {
  status: number;
  type: string;
  text: string;
  headers?: Record<string, string>;
}

function respond(request: Request, { status, type, text, headers }: Card): Response {
  const etag = entityTag(text);
  const all = {
    "Cache-Control": status === 200 ? PUBLIC_CACHE : SHORT_CACHE,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
  if (status === 200 && matchesEntityTag(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers: all });
  }
  const length = String(Buffer.byteLength(text));
  return new Response(request.method === "HEAD" ? null : text, {
    status,
    headers: { ...all, "Content-Type": type, "Content-Length": length },
  });
}

function served<Name extends string>(
  runtime: () => Runtime,
  answer: (request: Request, params: Record<Name, string>, current: Runtime) => Promise<Card>,
): { GET: Serve<Name>; HEAD: Serve<Name> } {
  const serve: Serve<Name> = async (request, { params }) => {
    const id = requestId();
    try {
      return respond(request, await answer(request, await params, runtime()));
    } catch (cause) {
      const error = publicError(cause, { requestId: id, path: new URL(request.url).pathname });
      const headers = { "Cache-Control": NO_STORE, "X-Request-Id": id };
      return new Response(request.method === "HEAD" ? null : error.message, { status: error.status, headers });
    }
  };
  return { GET: serve, HEAD: serve };
}

/** `/badge/{slug}.svg`: any page may show it. */
export function badgeRoute(runtime: () => Runtime = serverRuntime) {
  return served<"file">(runtime, async (request, { file }, current) => {
    const slug = file.replace(/\.svg$/, "");
    const found = await lookUp(slug, current);
    const theme = themeOf(request, BADGE_THEMES, "light");
    const text = found.record ? badgeText(found.record) : unknownBadge(slug, found.suggestions[0]);
    return {
      status: found.record ? 200 : 404,
      type: SVG,
      text: badgeSvg(text, theme),
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        ...(found.record && { Link: `<${found.record.links.page}>; rel="describedby"` }),
      },
    };
  });
}

/** `/embed/{slug}`: any page may frame it. */
export function embedRoute(runtime: () => Runtime = serverRuntime) {
  return served<"slug">(runtime, async (request, { slug }, current) => {
    const found = await lookUp(slug, current);
    const theme = found.record ? themeOf(request, EMBED_THEMES, "auto") : "auto";
    const style = createHash("sha256").update(embedStyle(theme)).digest("base64");
    return {
      status: found.record ? 200 : 404,
      type: HTML,
      text: found.record ? embedHtml(found.record, theme) : unknownEmbedHtml(slug, found.suggestions, current.site),
      headers: {
        "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
        "Referrer-Policy": "strict-origin-when-cross-origin",
        ...(found.record && { Link: `<${found.record.links.page}>; rel="canonical"` }),
      },
    };
  });
}

/** `/embed/oembed?url=`: the card as oEmbed, for a product page's URL. */
export function oembedRoute(runtime: () => Runtime = serverRuntime) {
  return served<never>(runtime, async (request, _params, current) => {
    const query = new URL(request.url).searchParams;
    const refuse = (status: number, message: string): Card => ({
      status,
      type: JSON_TYPE,
      text: JSON.stringify({ error: message }),
    });
    const format = query.get("format") ?? "json";
    if (format !== "json") return refuse(501, "The format is not supported. Use format=json.");
    const { site } = current;
    const asked = query.get("url") ?? "";
    const path = URL.canParse(asked) ? new URL(asked) : null;
    const slug = /^\/(?:software\/[a-z0-9-]+|embed)\/([a-z0-9-]+)\/?$/i.exec(path?.pathname ?? "")?.[1];
    if (!path || !slug || path.origin !== new URL(site.url).origin) {
      return refuse(404, `url must be the URL of a product page, for example ${site.url}/software/team-chat/slack.`);
    }
    const found = await lookUp(slug, current);
    if (!found.record) return refuse(404, `No product matches "${slug}".`);
    const limit = (name: string) => {
      const value = Number(query.get(name) ?? "");
      return Number.isInteger(value) && value > 0 ? value : undefined;
    };
    const most = { width: limit("maxwidth"), height: limit("maxheight") };
    return {
      status: 200,
      type: JSON_TYPE,
      text: JSON.stringify(oembedOf(found.record, site, most)),
      headers: { "Access-Control-Allow-Origin": "*" },
    };
  });
}
