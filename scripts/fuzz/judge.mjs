import { MARK } from "./values.mjs";

/** Text that reveals the implementation or its location to a client. */
const INSIDE =
  /\n\s+at (?:async )?[\w.<>$[\] ]+ \(?(?:file:|node:|\/|webpack)|node_modules\/|(?:Failed query|syntax error at or near|violates \w+ constraint|invalid byte sequence)|(?:Type|Reference|Range|Syntax)Error: /;
/** Media types in which a response must not contain unescaped input. */
const MARKUP = /^(?:text\/html|image\/svg\+xml|application\/(?:atom\+|rss\+)?xml)/;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Returns a function that finds the fault of a response; null if it has no fault.
 * @param {{ hosts: readonly string[], secrets: readonly string[] }} site the hosts it may redirect to, and values it
 * must never return
 */
export function judgedBy({ hosts, secrets }) {
  return (request, answer) => {
    const { status, headers, body } = answer;
    const type = headers["content-type"] ?? "";
    const everything = `${JSON.stringify(headers)}\n${body}`;
    if (!request.statuses.includes(status))
      return status >= 500 ? `${status}: server error` : `${status}: not documented`;
    const told = secrets.findIndex((secret) => everything.includes(secret));
    if (told >= 0) return `secret ${told} comes back`;
    if (headers["x-injected"] !== undefined) return "a header was injected";
    const inside = INSIDE.exec(body);
    if (inside && !/json|javascript|markdown/.test(type)) return `tells of its inside: ${inside[0].trim()}`;
    if (MARKUP.test(type) && body.includes(MARK)) return "what was sent stands in it as it came";
    if (REDIRECTS.includes(status)) return faultOfRedirect(headers.location, request, hosts);
    if (request.method === "HEAD" || status === 204 || status === 304)
      return body === "" ? null : `${status} with a body`;
    if (type.startsWith("text/html") && status !== 206) {
      if (!/<title>[^<]+<\/title>/.test(body)) return "a page without a title";
      // Otherwise it is a page of our own that omits optional tags.
      if (body.includes("<body") && !/<\/html>\s*$/.test(body)) return "a page without an end";
    }
    if (/^application\/(?:[\w.-]+\+)?json/.test(type) && status !== 206 && !isJson(body)) return `not ${type}`;
    return request.faultOf?.(answer) ?? null;
  };
}

function faultOfRedirect(location, { method, path }, hosts) {
  if (location === undefined) return "leads nowhere";
  const base = `http://${hosts[0]}`;
  if (!URL.canParse(location, base)) return `leads to what is no address: ${location.slice(0, 80)}`;
  const target = new URL(location, base);
  if (!hosts.includes(target.host)) return `leads to another site: ${location.slice(0, 80)}`;
  if (method === "GET" && target.pathname + target.search === path) return "leads to itself";
  return null;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
