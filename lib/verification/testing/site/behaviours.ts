import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { PageFetch } from "@/lib/fetch/polite";
import { type Expected, html, month, nothing, says, tier } from "@/lib/reader/testing/fixture";

/** The expected result of fetching a page with special behaviour. */
export type ExpectedFetch =
  | { kind: "page"; url?: string; reads: Expected }
  | { kind: Exclude<PageFetch["kind"], "page">; status?: number | null; reason: string };

export interface Behaviour {
  /** First label of the host. */
  id: string;
  answer(request: IncomingMessage, response: ServerResponse, visit: { version: number }): void;
  /** Response for robots.txt. Without it, the file does not exist. */
  robots?: { status: number; body: string; endless?: true };
  expected: ExpectedFetch;
  /** Short limits, so that a test need not wait long. */
  limits?: { timeoutMs: number; headTimeoutMs: number };
  /** Every request that the rules allow, in order, as host and path. */
  asked: readonly string[];
}

export function writeForEver(response: ServerResponse, text: string): void {
  const piece = text.repeat(1_000);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", more);
  more();
}

const BOMB = gzipSync(Buffer.alloc(5_000_000, " "));

const TYPE = { "content-type": "text/html; charset=utf-8" };

function plans(company: string, team: string, business: string): string {
  return html(
    `${company} pricing`,
    `<main><h1>Pricing</h1><article><h3>Team</h3><p>${team} per month</p></article><article><h3>Business</h3><p>${business} per month</p></article></main>`,
  );
}

const steady = says(tier("Team", month("USD", 10)), tier("Business", month("USD", 30)));

/** Changes its prices with each version of the site. */
export function changingPrices(version: number): { body: string; reads: Expected } {
  const [team, business] = [10 + 2 * (version - 1), 30];
  return {
    body: plans("Acme Changing", `$${team}`, `$${business}`),
    reads: says(tier("Team", month("USD", team)), tier("Business", month("USD", business))),
  };
}

export const STEADY_SINCE = "Mon, 05 Jan 2026 08:00:00 GMT";

function behaviour(
  id: string,
  expected: ExpectedFetch,
  answer: Behaviour["answer"],
  rest: Partial<Pick<Behaviour, "robots" | "asked" | "limits">> = {},
): Behaviour {
  return { id, expected, answer, asked: [`${id}.test/robots.txt`, `${id}.test/pricing`], ...rest };
}

const failed = (status: number | null, reason: string) => ({ kind: "failed", status, reason }) as const;
const denied = (reason: string) => ({ kind: "denied", reason }) as const;
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, { ...TYPE, ...headers }).end(plans("Acme Error", "$1", "$2"));

/** Hosts with the behaviour of real hosts. */
export const BEHAVIOURS: readonly Behaviour[] = [
  behaviour("acme-changing", { kind: "page", reads: changingPrices(1).reads }, ({ headers }, response, { version }) => {
    const etag = `"v${version}"`;
    if (headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { ...TYPE, etag }).end(changingPrices(version).body);
  }),
  behaviour("acme-steady", { kind: "page", reads: steady }, ({ headers }, response) => {
    const about = { "last-modified": STEADY_SINCE };
    if (headers["if-modified-since"] === STEADY_SINCE) response.writeHead(304, about).end();
    else response.writeHead(200, { ...TYPE, ...about }).end(plans("Acme Steady", "$10", "$30"));
  }),
  behaviour(
    "acme-moved",
    { kind: "page", url: "http://acme-moved.test/plans", reads: steady },
    ({ url }, response) => {
      if (url === "/pricing") response.writeHead(301, { location: "/plans" }).end();
      else response.writeHead(200, TYPE).end(plans("Acme Moved", "$10", "$30"));
    },
    { asked: ["acme-moved.test/robots.txt", "acme-moved.test/pricing", "acme-moved.test/plans"] },
  ),
  behaviour(
    "acme-renamed",
    { kind: "page", url: "http://acme-steady.test/pricing", reads: steady },
    (_, response) => void response.writeHead(308, { location: "//acme-steady.test:{port}/pricing" }).end(),
    {
      asked: [
        ...["acme-renamed.test/robots.txt", "acme-renamed.test/pricing"],
        ...["acme-steady.test/robots.txt", "acme-steady.test/pricing"],
      ],
    },
  ),
  behaviour(
    "acme-leads-astray",
    denied("Its robots.txt asks us not to read this page."),
    (_, response) => void response.writeHead(302, { location: "http://acme-keep-out.test:{port}/pricing" }).end(),
    { asked: ["acme-leads-astray.test/robots.txt", "acme-leads-astray.test/pricing", "acme-keep-out.test/robots.txt"] },
  ),
  behaviour(
    "acme-circle",
    failed(null, "It redirects more than 5 times."),
    (_, response) => void response.writeHead(302, { location: "/pricing" }).end(),
    { asked: ["acme-circle.test/robots.txt", ...Array.from({ length: 6 }, () => "acme-circle.test/pricing")] },
  ),
  behaviour(
    "acme-inward",
    denied("169.254.169.254 is not an address of the public internet."),
    (_, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  ),
  behaviour(
    "acme-inward-name",
    denied("acme-inside.test is not an address of the public internet."),
    (_, response) => void response.writeHead(302, { location: "http://acme-inside.test:{port}/pricing" }).end(),
  ),
  behaviour("acme-inside", denied("acme-inside.test is not an address of the public internet."), status(200), {
    asked: [],
  }),
  behaviour("acme-nowhere", failed(null, "Its robots.txt could not be read"), status(200), { asked: [] }),
  behaviour("acme-missing", failed(404, "404"), status(404)),
  behaviour("acme-removed", failed(410, "410"), status(410)),
  behaviour("acme-forbidden", failed(403, "403"), status(403)),
  behaviour("acme-fault", failed(500, "500"), status(500)),
  behaviour("acme-busy", failed(429, "429"), status(429, { "retry-after": "120" })),
  behaviour("acme-closed", failed(503, "503"), status(503, { "retry-after": "Fri, 01 Jan 2027 00:00:00 GMT" })),
  behaviour("acme-silent", failed(null, "It did not answer within the time allowed."), () => {}, {
    limits: { timeoutMs: 60_000, headTimeoutMs: 1_000 },
  }),
  behaviour(
    "acme-trickle",
    failed(null, "It was not answered in full within the time allowed."),
    (_, response) => {
      response.writeHead(200, TYPE);
      const timer = setInterval(() => response.write("<!-- -->"), 20);
      response.on("close", () => clearInterval(timer));
    },
    { limits: { timeoutMs: 1_000, headTimeoutMs: 1_000 } },
  ),
  behaviour("acme-huge", failed(null, "It is larger than"), (_, response) => {
    writeForEver(response.writeHead(200, TYPE), "<p>$1 per month</p>");
  }),
  behaviour("acme-bomb", failed(null, "It is larger than"), (_, response) => {
    response.writeHead(200, { ...TYPE, "content-encoding": "gzip" }).end(BOMB);
  }),
  behaviour("acme-cut", failed(null, "The connection failed"), (_, response) => {
    const body = plans("Acme Cut", "$10", "$30");
    response.writeHead(200, { ...TYPE, "content-length": body.length });
    response.write(body.slice(0, -40), () => response.destroy());
  }),
  behaviour("acme-packed", { kind: "page", reads: steady }, (_, response) => {
    const body = gzipSync(plans("Acme Packed", "$10", "$30"));
    response.writeHead(200, { ...TYPE, "content-encoding": "gzip" }).end(body);
  }),
  behaviour("acme-paper", failed(null, "It is of a type that is not read: application/pdf."), (_, response) => {
    response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7");
  }),
  behaviour(
    "acme-latin",
    { kind: "page", reads: says(tier("Team", month("GBP", 10)), tier("Business", month("GBP", 30))) },
    (_, response) => {
      const body = Buffer.from(plans("Acme Latin", "£10", "£30").replace('<meta charset="utf-8">', ""), "latin1");
      response.writeHead(200, { "content-type": "text/html; charset=iso-8859-1" }).end(body);
    },
  ),
  behaviour(
    "acme-latin-meta",
    { kind: "page", reads: says(tier("Team", month("GBP", 10)), tier("Business", month("GBP", 30))) },
    (_, response) => {
      const body = plans("Acme Latin", "£10", "£30").replace("utf-8", "windows-1252");
      response.writeHead(200, { "content-type": "text/html" }).end(Buffer.from(body, "latin1"));
    },
  ),
  behaviour(
    "acme-wrong-charset",
    { kind: "page", reads: nothing("its currency sign cannot be decoded") },
    (_, response) => void response.writeHead(200, TYPE).end(Buffer.from(plans("Acme", "£10", "£30"), "latin1")),
  ),
  behaviour("acme-keep-out", denied("Its robots.txt asks us not to read this page."), status(200), {
    robots: { status: 200, body: "User-agent: *\nDisallow: /pricing\n" },
    asked: ["acme-keep-out.test/robots.txt"],
  }),
  behaviour("acme-keep-us-out", denied("Its robots.txt asks us not to read this page."), status(200), {
    robots: { status: 200, body: "User-agent: *\nAllow: /\n\nUser-agent: PricingIntelligenceBot\nDisallow: /\n" },
    asked: ["acme-keep-us-out.test/robots.txt"],
  }),
  behaviour(
    "acme-robots-endless",
    { kind: "page", reads: steady },
    (_, response) => void response.writeHead(200, TYPE).end(plans("Acme Endless", "$10", "$30")),
    { robots: { status: 200, body: "# Nothing is forbidden here\n", endless: true } },
  ),
  behaviour(
    "acme-robots-fault",
    failed(null, "Its robots.txt was answered with 500, so nothing is read for now."),
    status(200),
    {
      robots: { status: 500, body: "" },
      asked: ["acme-robots-fault.test/robots.txt"],
    },
  ),
];
