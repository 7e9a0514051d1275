import { atomFeed, jsonFeed } from "@/lib/feeds/changes";
import { listChanges } from "@/lib/operations/changes";
import type { Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import { entityTag, matchesEntityTag } from "./cache";
import { type Route, toRoute } from "./to-route";
import { withoutWire } from "./wire";

const FORMATS = {
  atom: { type: "application/atom+xml; charset=utf-8", path: "/changes.atom", write: atomFeed },
  json: { type: "application/feed+json; charset=utf-8", path: "/changes.json", write: jsonFeed },
} as const;

type Handlers = Route<Record<string, never>>;

/** Returns the filters in the URL without the position of this page: they are the same on every page of a feed. */
function filtersOf({ searchParams }: URL): string {
  const asked = new URLSearchParams(searchParams);
  for (const name of ["cursor", "limit"]) asked.delete(name);
  asked.sort();
  return asked.size > 0 ? `?${asked}` : "";
}

/** Returns the ledger of changes as a feed: the same operation, parameters, limits and errors in another form. */
export function changesFeed(format: keyof typeof FORMATS, runtime: () => Runtime = serverRuntime): Handlers {
  const { type, path, write } = FORMATS[format];
  // A cached response under this URL would be mistaken for the feed.
  const route: Handlers = toRoute(listChanges, runtime, () => null);
  const serve: Handlers["GET"] = async (request, context) => {
    const headers = withoutWire(request.headers);
    headers.delete("if-none-match");
    const answer = await route.GET(new Request(request.url, { headers }), context);
    if (answer.status !== 200) return request.method === "HEAD" ? new Response(null, answer) : answer;
    const { site, now } = runtime();
    const body = (await answer.json()) as ChangesAnswer;
    const here = new URL(request.url);
    const self = `${site.url}${path}${here.search}`;
    const address = (cursor: string) => {
      const query = new URLSearchParams(here.search);
      query.set("cursor", cursor);
      return `${site.url}${path}?${query}`;
    };
    const next = body.next === null ? null : address(body.next);
    const text = write({ answer: body, site, self, query: filtersOf(here), next, now: now() });
    const etag = entityTag(text);
    answer.headers.set("ETag", etag);
    answer.headers.delete("Content-Length");
    if (next !== null) answer.headers.set("Link", `<${next}>; rel="next"`);
    if (matchesEntityTag(request.headers.get("if-none-match"), etag)) {
      answer.headers.delete("Content-Type");
      return new Response(null, { status: 304, headers: answer.headers });
    }
    answer.headers.set("Content-Type", type);
    answer.headers.set("Content-Length", String(Buffer.byteLength(text)));
    return new Response(request.method === "HEAD" ? null : text, { headers: answer.headers });
  };
  return { ...route, GET: serve, HEAD: serve };
}
