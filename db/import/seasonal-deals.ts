import { join } from "node:path";
import * as z from "zod";
import type { DiscountFact } from "@/lib/schemas/observation";
import { cleanName, type ListItem, listItems, ownDomain, readText, subjectKey } from "./markdown-list";
import { plainText } from "./quota";
import type { Adapter, AdapterResult, Reading } from "./reading";
import { readJsonLines } from "./text";

const BFCM = "https://github.com/trungdq88/Awesome-Black-Friday-Cyber-Monday/blob";
const STUDENT_FILE =
  "https://github.com/AchoArnold/discount-for-student-dev/blob/b196a212b7673569abb34a233e1a0d650f9b9bbd/README.md";
const STUDENT_DAY = "2025-06-05";

type Discount = z.infer<typeof DiscountFact>;

const Deal = z.object({
  year: z.string(),
  snapshot: z.iso.date(),
  commit: z.string(),
  name: z.string(),
  url: z.string(),
  deal: z.string(),
});
export type Deal = z.infer<typeof Deal>;

/** Percentages taken off in an offer. Shares of proceeds, commissions and bonus amounts are none. */
export function percentsOff(text: string): number[] {
  const plain = plainText(text);
  const found: number[] = [];
  for (const match of plain.matchAll(/(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)/gi)) {
    const after = plain.slice(match.index + match[0].length, match.index + match[0].length + 30);
    const before = plain.slice(Math.max(0, match.index - 25), match.index);
    if (
      /^\s?(?:of\b|more|extra|commission|cashback|donat|bonus|proceeds|uptime|money)/i.test(after) ||
      /\b(?:extra|additional|donate|plus)\s$/i.test(before)
    )
      continue;
    if (
      !/^[^.;]{0,25}\b(?:off|discount|reduc|sale|cheaper|rabatt)|^\s?(?:$|[-,(!]|lifetime|with|using|on|for)/i.test(
        after,
      ) &&
      !/\b(?:save|off|discount(?: of)?|get|enjoy|flat)\s(?:up to )?$/i.test(before)
    )
      continue;
    const value = Number(match[1]);
    if (value > 0 && value < 100) found.push(value);
  }
  return found;
}

/** Every product's offers over the years as one seasonal discount. */
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
    const key = `${name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")}|${ownDomain(row.url) ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), { ...row, name }]);
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
    const all = useful.flatMap(({ percents }) => percents);
    const years = [...new Set(useful.map(({ deal }) => deal.year))];
    readings.push({
      subject: { name: last.name, domain: ownDomain(last.url), onlyIfKnown: true },
      trust: "C",
      observedAt: last.snapshot,
      evidence: { url: `${BFCM}/${last.commit}/README.md` },
      fact: {
        kind: "discount",
        discount: "seasonal",
        percentLow: Math.min(...all),
        percentHigh: Math.max(...all),
        condition: `Black Friday ${years.length > 1 ? "offers" : "offer"} in ${years.join(", ")}`,
      },
    });
  }
  return { readings, rejects };
}

const NOT_SOFTWARE = /^(?:Learning Resources|Software Packs|Programming Help)$/;

export function studentOffer(item: ListItem): Reading<Discount> | string {
  if (NOT_SOFTWARE.test(item.section)) return "section holds no single software product";
  const text = plainText(item.text);
  const tag = /^\s*\[([A-Z /]+)\]/.exec(item.text)?.[1] ?? "";
  const name = item.name.replace(/\s-\s.*$/, "");
  const percents = percentsOff(text);
  const months = /\b(\d+)[- ]months?\b|\bsix months\b|\bone (?:free )?month\b/i.exec(text);
  const first =
    /\b(?:for|first|free) (?:the )?(?:first |1 |one |a )?(?:full )?year\b|\bfree annual\b|\b1[- ]year\b|\bone[- ]year\b|\b12 months\b/i.test(
      text,
    );
  const until = /\b(?:two|2) years\b/i.test(text)
    ? "for up to two years"
    : months
      ? "for a limited number of months"
      : first
        ? "for one year"
        : null;
  const proof = /student developer pack|education\.github\.com\/pack|github-student/i.test(`${item.text} ${item.url}`)
    ? "through the GitHub Student Developer Pack"
    : "for verified students";
  const discount = (percent: number): Reading<Discount> => ({
    subject: { name, domain: ownDomain(item.url), categoryLabel: item.section, onlyIfKnown: true },
    trust: "C",
    observedAt: STUDENT_DAY,
    evidence: { url: `${STUDENT_FILE}?plain=1#L${item.line}` },
    fact: {
      kind: "discount",
      discount: "education",
      percentLow: percent,
      percentHigh: percent,
      condition: [proof[0]?.toUpperCase() + proof.slice(1), until].filter(Boolean).join(", "),
    },
  });
  const [percent] = percents;
  if (tag === "DISCOUNT")
    return percents.length === 1 && percent ? discount(percent) : "discount without one percentage";
  if (tag !== "FREE") return "credits or a temporary offer, no percentage";
  if (
    /\bcredits?\b|\$\d+ in\b|\d+ free\b|\btrial\b|\bone free\b|\btraining\b/i.test(text) &&
    !/\bpro\b|\bplan\b|\bpremium\b/i.test(text)
  )
    return "credits or a trial, not the product for free";
  return discount(100);
}

export function fromStudentList(markdown: string): AdapterResult {
  const { items, rejects } = listItems(markdown);
  const seen = new Set<string>();
  const readings: Reading<Discount>[] = [];
  for (const item of items) {
    const offer = studentOffer(item);
    if (typeof offer === "string") rejects.push({ row: `line ${item.line}: ${item.name}`, reason: offer });
    else if (seen.has(subjectKey(offer)))
      rejects.push({ row: `line ${item.line}: ${item.name}`, reason: "listed twice" });
    else {
      seen.add(subjectKey(offer));
      readings.push(offer);
    }
  }
  return { readings, rejects };
}

export const bfcmDeals: Adapter = {
  source: "bfcm-deals",
  async read(rawDir) {
    return fromDeals(await readJsonLines(join(rawDir, "bfcm-deals", "deals_by_year.jsonl")));
  },
};

export const studentDiscounts: Adapter = {
  source: "student-discounts",
  async read(rawDir) {
    return fromStudentList(await readText(join(rawDir, "student-discounts", "README.md")));
  },
};
