import type * as z from "zod";
import type { OpenSourceFact } from "@/lib/schemas/observation";
import type { Reading } from "./reading";

export type OpenSource = z.infer<typeof OpenSourceFact>;

/** Licences that restrict use. Such software is not listed among the open-source editions. */
const NON_FREE = /⊘|Proprietary|Commons-Clause|BUSL|Elastic-2|SSPL|-NC-|FSL-|SUL-|CAL-1|No-Military/i;

export function isFreeLicence(licence: string): boolean {
  return !NON_FREE.test(licence);
}

export function repositoryOf(url: string | null | undefined): string | null {
  return url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

/** Projects without their own site that have the name of a commercial product: repository → slug. */
const NAMESAKES: Record<string, string> = {
  "https://github.com/graphite-project/graphite-web": "graphite-monitoring",
  "https://github.com/sjdonado/bit": "bit-url-shortener",
};

function named(reading: Reading<OpenSource>): Reading<OpenSource> {
  const slug = NAMESAKES[reading.fact.repository ?? ""];
  return slug ? { ...reading, subject: { ...reading.subject, slug } } : reading;
}

/** Returns each product once, with the licences of all its entries. */
export function mergeOpenSource(readings: readonly Reading<OpenSource>[]): Reading<OpenSource>[] {
  const merged = new Map<string, Reading<OpenSource>>();
  for (const reading of readings.map(named)) {
    const key = `${reading.subject.name.toLowerCase()}|${reading.subject.domain ?? reading.fact.repository ?? ""}`;
    const first = merged.get(key);
    if (!first) merged.set(key, reading);
    else {
      const licences = [...new Set([...first.fact.licences, ...reading.fact.licences])];
      merged.set(key, {
        ...first,
        fact: { ...first.fact, licences, repository: first.fact.repository ?? reading.fact.repository },
      });
    }
  }
  return [...merged.values()];
}
