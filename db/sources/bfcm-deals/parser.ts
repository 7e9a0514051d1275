import { join } from "node:path";
import * as z from "zod";
import type { DiscountFact } from "@/lib/schemas/observation";
import { cleanName, ownDomain } from "../shared/markdown-list";
import { percentsOff } from "../shared/percents-off";
import { plainText } from "../shared/quota";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";
import { readJsonLines } from "../shared/text";

type Discount = z.infer<typeof DiscountFact>;

const BFCM = "https://github.com/trungdq88/Awesome-Black-Friday-Cyber-Monday/blob";

const Deal = z.object({
  year: z.string(),
  snapshot: z.iso.date(),
  commit: z.string(),
  name: z.string(),
  url: z.string(),
  deal: z.string(),
});
export type Deal = z.infer<typeof Deal>;

const COUNTS: Record<string, string> = { one: "1", two: "2", three: "3", six: "6" };
const PLAN =
  /\b(Pro|Premium|Starter|Business|Plus|Gold|Lite|Basic|Growth|Enterprise)\b|\b(team licen[cs]e|template)s?\b/gi;

/** Returns the scope of an offer, in our words. Null if it applies to everything and always. */
export function scopeOf(text: string): string | null {
  const plain = plainText(text);
  const months = /\bfor (\d+|one|two|three|six) months?\b/i.exec(plain)?.[1]?.toLowerCase();
  const more = /(?:\bplus|\+)\s(\d+ months (?:extra|free))\b/i.exec(plain)?.[1]?.toLowerCase();
  const plans = new Set<string>();
  for (const [, name, thing] of plain.matchAll(PLAN)) {
    if (thing) plans.add(/^team/i.test(thing) ? "team licences" : "templates");
    else if (name && /^[A-Z]/.test(name)) plans.add(name);
  }
  const some = percentsOff(text).length > 1 && /\b(?:all access pass|bundle)\b/i.exec(plain)?.[0].toLowerCase();
  const developers = /\blicen[cs]es for (\d+(?: or \d+)* developers)\b/i.exec(plain)?.[1];
  const yearly = /\b(?:annual|yearly)\b/i.test(plain) && !/\bmonthly\b/i.test(plain);
  const parts = [
    /\bup to\b/i.test(plain) && (some ? "at most," : "at most"),
    some
      ? `the highest share on ${/^all/.test(some) ? "an" : "a"} ${some} only`
      : plans.size > 0 && `on ${[...plans].join(" and ")}`,
    developers && `for ${developers}`,
    yearly && "with annual billing",
    /\bfirst year\b/i.test(plain) && "for the first year",
    /\bfirst payment\b/i.test(plain) && "for the first payment",
    months && `for ${COUNTS[months] ?? months} months`,
    /\b(?:forever|recurring)\b/i.test(plain) && "recurring",
    more && `plus ${more}`,
    /\bnew (?:accounts|customers|users)\b/i.test(plain) && "for new customers",
    /\b(?:RT|retweet)\b/i.test(plain) && "more for a repost",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" ") : null;
}

/** Returns the years of the offers, each with its scope. */
function conditionOf(deals: readonly Deal[]): string {
  const years = [...new Set(deals.map(({ year }) => year))];
  const scopes = new Map<string, string[]>();
  for (const year of years) {
    const own = deals.filter((deal) => deal.year === year).map((deal) => scopeOf(deal.deal) ?? "");
    const scope = [...new Set(own)].filter(Boolean).join(" or ");
    scopes.set(scope, [...(scopes.get(scope) ?? []), year]);
  }
  const offers = `Black Friday ${years.length > 1 ? "offers" : "offer"} in ${years.join(", ")}`;
  const [only] = scopes.keys();
  if (scopes.size === 1) return [offers, only].filter(Boolean).join(", ");
  const limited = [...scopes].filter(([scope]) => scope).map(([scope, held]) => `in ${held.join(", ")} ${scope}`);
  return [offers, ...limited].join("; ");
}

/** Removes the tagline: "Checkbot: SEO checker" gives "Checkbot". */
const withoutTagline = (name: string): string => name.replace(/(?::|\s[-–—|])\s.*$/, "");

/**
 * Returns a key that is the same for one product over the years: its name without a tagline, and its domain without the
 * ending.
 */
function productKey({ name, url }: Deal): string {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return `${words}|${(ownDomain(url) ?? "").replace(/\.[a-z]+$/, "")}`;
}

/** Returns every product's offers over the years as one seasonal discount. */
export function fromDeals(raw: readonly unknown[]): AdapterResult {
  const groups = new Map<string, Deal[]>();
  const rejects: AdapterResult["rejects"] = [];
  for (const row of raw.map((one) => Deal.parse(one))) {
    const name = cleanName(row.name);
    if (
      !name ||
      name.length > 45 ||
      /\$\d|\b(?:course|ebook|e-book|book|bundle|workshop|template|theme|UI kit)s?\b/i.test(name)
    ) {
      rejects.push({ row: `${row.year}: ${row.name}`, reason: "no product name, or a course, book or template" });
      continue;
    }
    if (!ownDomain(row.url)) {
      rejects.push({ row: `${row.year}: ${row.name}`, reason: "sold through a shop: the name alone does not tell it" });
      continue;
    }
    const deal = { ...row, name: withoutTagline(name) };
    const key = productKey(deal);
    groups.set(key, [...(groups.get(key) ?? []), deal]);
  }
  const readings: Reading<Discount>[] = [];
  for (const deals of groups.values()) {
    const stated = deals.map((deal) => ({ deal, percents: percentsOff(deal.deal) }));
    for (const { deal, percents } of stated) {
      if (percents.length === 0) rejects.push({ row: `${deal.year}: ${deal.name}`, reason: "no percentage off" });
    }
    const useful = stated
      .filter(({ percents }) => percents.length > 0)
      .sort((a, b) => a.deal.year.localeCompare(b.deal.year));
    const last = useful.at(-1)?.deal;
    if (!last) continue;
    const earlier = [...new Set(useful.map(({ deal }) => deal.snapshot))].filter((day) => day !== last.snapshot);
    const all = useful.flatMap(({ percents }) => percents);
    readings.push({
      subject: { name: last.name, domain: ownDomain(last.url), onlyIfKnown: true },
      trust: "C",
      observedAt: last.snapshot,
      evidence: {
        url: `${BFCM}/${last.commit}/README.md`,
        ...(earlier.length > 0 && {
          note: `The offers of earlier years stand in the list's versions of ${earlier.join(", ")}.`,
        }),
      },
      fact: {
        kind: "discount",
        discount: "seasonal",
        percentLow: Math.min(...all),
        percentHigh: Math.max(...all),
        condition: conditionOf(useful.map(({ deal }) => deal)),
      },
    });
  }
  return { readings, rejects };
}

export const bfcmDeals: Adapter = {
  source: "bfcm-deals",
  async read(rawDir) {
    return fromDeals(await readJsonLines(join(rawDir, "bfcm-deals", "deals_by_year.jsonl")));
  },
};
