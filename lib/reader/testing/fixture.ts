import type { Extractor, ReadPrice, ReadTier } from "../types";

export type StatedPrice = Omit<ReadPrice, "text">;

/** A price as a careful person reads it, in every correct form. */
export interface ExpectedPrice {
  anyOf: readonly StatedPrice[];
  /** Also stated, and correct to accept, but the reading is complete without it. */
  optional?: true;
}

export type ExpectedTier = Omit<ReadTier, "prices"> & { prices: readonly ExpectedPrice[]; optional?: true };

export type Expected =
  | {
      tiers: readonly ExpectedTier[];
      /** Reason why reading nothing is also right. */
      orNothing?: string;
    }
  /** Reason why nothing can be read with certainty. */
  | { nothing: string };

export interface SiteFile {
  contentType: string;
  body: string;
}

/** The pricing page of a fictional company, with the expected reading. */
export interface Fixture {
  /** Also the first label of the host: acme-boards is served at http://acme-boards.test. */
  id: string;
  path: string;
  page: SiteFile;
  /** Other files of the same host, by path. */
  files?: Readonly<Record<string, SiteFile>>;
  /** The rung that finds the prices. Null if they cannot be read. */
  rung: Exclude<Extractor, "model"> | null;
  /** Features of the page that could mislead a reader. */
  traps: readonly string[];
  expected: Expected;
}

type Content = Partial<Pick<Fixture, "path" | "files" | "traps">> & { expected: Expected };

/** Returns an HTML fixture. `rung` is the one that finds its prices. */
export function page(rung: Fixture["rung"], id: string, body: string, content: Content): Fixture {
  return {
    id,
    path: "/pricing",
    traps: [],
    ...content,
    rung,
    page: { contentType: "text/html; charset=utf-8", body },
  };
}

type Billing = ReadPrice["billing"];

const priced =
  (period: ReadPrice["period"]) =>
  (currency: string, amount: number, unit: string | null = null, billing: Billing = null): ExpectedPrice => ({
    anyOf: [{ amount, currency, period, billing, unit }],
  });

export const month = priced("month");
export const year = priced("year");
export const once = priced("once");
export const usage = priced("usage");

export function also(price: ExpectedPrice): ExpectedPrice {
  return { ...price, optional: true };
}

export function either(...prices: ExpectedPrice[]): ExpectedPrice {
  return { anyOf: prices.flatMap(({ anyOf }) => anyOf) };
}

export function tier(name: string, ...prices: ExpectedPrice[]): ExpectedTier {
  return { name, status: "published", prices };
}

export function free(name: string, currency = "USD"): ExpectedTier {
  return tier(name, month(currency, 0));
}

export function from(name: string, ...prices: ExpectedPrice[]): ExpectedTier {
  return { ...tier(name, ...prices), startingPrice: true };
}

export function sales(name: string): ExpectedTier {
  return { name, status: "contact_sales", prices: [] };
}

export function maybe(tier: ExpectedTier): ExpectedTier {
  return { ...tier, optional: true };
}

export function says(...tiers: ExpectedTier[]): Expected {
  return { tiers };
}

export function nothing(why: string): Expected {
  return { nothing: why };
}

/** Returns the usual frame of a page. */
export function html(title: string, main: string, { head = "", lang = "en", body = "" } = {}): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body${body}>${main}</body></html>`;
}

export function script(json: unknown, attributes: string): string {
  return `<script ${attributes}>${JSON.stringify(json).replaceAll("<", "\\u003c")}</script>`;
}

export function jsonLd(data: unknown): string {
  return script(data, 'type="application/ld+json"');
}

export function hostOf({ id }: Pick<Fixture, "id">): string {
  return `${id}.test`;
}

export function addressOfFixture(fixture: Pick<Fixture, "id" | "path">, port?: number): string {
  return `http://${hostOf(fixture)}${port ? `:${port}` : ""}${fixture.path}`;
}
