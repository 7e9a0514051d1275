import { contextOf } from "../extract";
import type { FetchMore, ModelReader, Rung } from "../rung";
import type { Extraction, ReadTier } from "../types";

interface Around {
  body?: string;
  head?: string;
  lang?: string;
  contentType?: string;
  url?: string;
  fetchMore?: FetchMore;
  model?: ModelReader;
}

export const NOW = new Date("2026-11-23T12:00:00Z");

/** Reads a page of Acme with a rung. */
export async function readBy(rung: Rung, text: string, { contentType = "text/html", url, ...options }: Around = {}) {
  const page = { url: url ?? "https://acme.example.com/pricing", contentType, text };
  return rung(page, contextOf(page, { ...options, now: NOW }));
}

export const pageOf = ({ head = "", body = "", lang = "en" }: Around): string =>
  `<!doctype html><html lang="${lang}"><head><title>Acme pricing</title>${head}</head><body>${body}</body></html>`;

/** Returns cards as a page shows them: the name, then lines. */
export const cardsOf = (...cards: [string, ...string[]][]): string =>
  `<main>${cards
    .map(([name, ...lines]) => `<section><h3>${name}</h3>${lines.map((line) => `<p>${line}</p>`).join("")}</section>`)
    .join("")}</main>`;

/**
 * Returns a reading in short form: `Pro 12 USD month annual user`, `Enterprise contact_sales`. Empty without a reading.
 */
export function said({ reading }: Extraction): string[] {
  return reading?.tiers.map(lineOf) ?? [];
}

export const whyOf = ({ refusals }: Extraction): string[] => refusals.map(({ what, why }) => `${what}: ${why}`);

function lineOf({ name, status, prices, startingPrice }: ReadTier): string {
  const figures = prices.map(({ amount, currency, period, billing, unit }) =>
    [amount, currency, period, billing, unit].filter((part) => part !== null).join(" "),
  );
  return [name, startingPrice ? "from" : null, status === "published" ? figures.join(" + ") : status]
    .filter(Boolean)
    .join(" ");
}
