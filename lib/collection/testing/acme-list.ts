import * as z from "zod";
import { ListChangedError, type WholeList } from "@/db/sources/collector";
import type { AdapterResult, Reading } from "@/db/sources/shared/reading";
import { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Resolved } from "../collect";

export const SOURCE = "acme-rates";

/** Price per million input tokens, by "product/model". A price of null is ignored. */
export type AcmeLines = Record<string, number | null | { input: number; context: number }>;

export const acmeList = (lines: AcmeLines, more?: string): string =>
  JSON.stringify({ form: 1, lines, ...(more && { more }) });

const List = z.object({
  form: z.literal(1, "another form"),
  lines: z.record(z.string(), z.union([z.number(), z.null(), z.object({ input: z.number(), context: z.number() })])),
  more: z.string().optional(),
});

function listOf(text: string) {
  const list = List.safeParse(JSON.parse(text));
  if (!list.success) throw new ListChangedError(list.error.issues[0]?.message ?? "");
  return list.data;
}

export function readAcme(files: readonly { url: string; text: string }[], { day }: { day: Day }): AdapterResult {
  const rejects: AdapterResult["rejects"] = [];
  const readings = files.flatMap(({ url, text }) =>
    Object.entries(listOf(text).lines).flatMap(([row, price]): Reading[] => {
      const [slug = "", model = ""] = row.split("/");
      if (price === null) {
        rejects.push({ row, reason: "no price" });
        return [];
      }
      return [rate(slug, model, typeof price === "number" ? { input: price } : price, day, url)];
    }),
  );
  return { readings, rejects };
}

function rate(
  slug: string,
  model: string,
  { input, context }: { input: number; context?: number },
  day: Day,
  url: string,
): Reading {
  const prices = [{ unitPrice: input, from: 0, upTo: null, when: null }];
  return {
    subject: { name: slug, slug },
    trust: "B",
    observedAt: day,
    evidence: { url },
    fact: {
      kind: "rates",
      model,
      ...(context !== undefined && { contextWindow: context }),
      currency: "USD",
      meters: [{ name: "inputTokens", unit: "token", per: 1_000_000, mode: "standard", tierMode: null, prices }],
    },
  };
}

export function acmeCollector(url: string, own: Partial<WholeList> = {}): WholeList {
  return {
    source: SOURCE,
    everyDays: 1,
    maxBytes: 100_000,
    requests: () => [{ url: `${url}/list.json`, accept: "application/json" }],
    parse: readAcme,
    ...own,
  };
}

/** Returns a collector of a list with several pages, each of which names the next. */
export function pagedCollector(url: string, own: Partial<WholeList> = {}): WholeList {
  return acmeCollector(url, {
    requests: () => [{ url: `${url}/page/1` }],
    next: (text) => {
      const { more } = listOf(text);
      return more ? { url: `${url}${more}` } : null;
    },
    ...own,
  });
}

/** Accepts only the products in `known`. */
export const resolveAmong =
  (known: ReadonlySet<string>) =>
  async (source: string, { readings, rejects }: AdapterResult): Promise<Resolved> => {
    const resolved: Resolved = { observations: [], rejects: [...rejects] };
    for (const { subject, ...reading } of readings) {
      const product = subject.slug ?? "";
      if (known.has(product)) resolved.observations.push(Observation.parse({ product, source, ...reading }));
      else resolved.rejects.push({ row: subject.name, reason: "product not otherwise known" });
    }
    return resolved;
  };
