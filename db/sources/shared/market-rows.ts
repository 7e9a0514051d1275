import { join } from "node:path";
import type { Fact } from "@/lib/schemas/observation";
import type { Adapter, AdapterResult, Reading, Subject } from "./reading";
import { readJsonLines } from "./text";

/** One line of any market file. The fields after the first group differ by file. */
export type MarketRow = {
  product: string;
  vendor: string;
  domain: string | null;
  field: string;
  value: number | string | boolean | null;
  unit: string;
  sourceLabel: string;
  sourceUrl: string;
  sourceDate: string | null;
  confidenceNote: string;
  via: string;
  archiveUrl?: string;
  category?: string | null;
  segment?: string;
  low?: number | null;
  high?: number | null;
  sampleSize?: number | string | null;
  secName?: string;
  item?: string;
  currency?: string;
};

/** A reading, or the reason why the row has no reading. */
export type Outcome<F extends Fact> = Reading<F> | string;

export function isSecondHand(row: MarketRow): boolean {
  return /second-hand/i.test(row.via) || /second-hand/i.test(row.confidenceNote);
}

/** Returns our researchers' words as a sentence. */
export function sentence(words: string): string | false {
  const text = words.trim().replace(/[.;]+$/, "");
  return text !== "" && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the row's remark without the place of the reading. Numbers of other notes mean nothing outside our files. */
export function remarkIn(row: MarketRow): string | false {
  return sentence(
    row.confidenceNote
      .replace(/^(?:Primary(?: text)?|Second-hand(?: research note|: [^.]*)?)[.;]\s*/, "")
      .replace(/\s*\(\d{9,}\)|; see [^;]* row\b/g, "")
      .replace(/\b\d{9,}\b/g, "another note"),
  );
}

export function subjectOf(row: MarketRow, name: string, kind?: "supplier"): Subject {
  return {
    name,
    ...(row.vendor !== row.product && !row.product.includes(row.vendor) && { vendor: row.vendor }),
    ...(row.domain && { domain: row.domain }),
    ...(row.category && { categoryLabel: row.category }),
    ...(kind && { kind }),
  };
}

/** Product names with more than the product. */
export const NAMES: Record<string, string> = {
  "Akamai (Guardicore)": "Akamai Guardicore",
  "KnowBe4 PhishER Plus": "KnowBe4 PhishER",
  "HubSpot Marketing Hub Enterprise": "HubSpot Marketing Hub",
  "HubSpot Marketing Hub Professional": "HubSpot Marketing Hub",
  "Anthropic API / commercial": "Anthropic API",
  "ChatGPT Enterprise / OpenAI business": "ChatGPT Enterprise",
  "Google Workspace / Cloud Identity": "Google Workspace",
  "Grammarly / Superhuman (business)": "Grammarly",
};

const SCOPES = /^(?:self-serve|consumer.*|business|commercial|group plans)$/;

/**
 * Splits "Cloudflare (self-serve)" into its product and the scope in brackets. A name that we shorten is its own scope.
 */
export function scopeOf(product: string): { name: string; scope: string | null } {
  const fixed = NAMES[product];
  if (fixed) return { name: fixed, scope: product };
  const [, name, scope = ""] = /^(.+?) \(([^)]+)\)$/.exec(product) ?? [];
  return { name: name ?? product, scope: SCOPES.test(scope) ? scope : null };
}

export function marketAdapter<F extends Fact>(
  source: string,
  file: string,
  fromRow: (row: MarketRow) => Outcome<F>,
): Adapter {
  return {
    source,
    async read(rawDir): Promise<AdapterResult> {
      const rows = await readJsonLines<MarketRow>(join(rawDir, "market", file));
      const result: AdapterResult = { readings: [], rejects: [] };
      for (const row of rows) {
        const outcome = fromRow(row);
        if (typeof outcome === "string") {
          result.rejects.push({ row: `${row.product} ${row.field} ${row.sourceDate ?? "undated"}`, reason: outcome });
        } else result.readings.push(outcome);
      }
      return result;
    },
  };
}

/** "25-30". */
export const RANGE = /^(\d[\d.,]*)-(\d[\d.,]*)$/;
