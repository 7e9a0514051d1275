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

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

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
    const low = /(\d{1,2})\s?[-–]\s?$/.exec(plain.slice(0, match.index))?.[1];
    if (low && Number(low) < Number(match[1])) found.push(Number(low));
    const value = Number(match[1]);
    if (value > 0 && value < 100) found.push(value);
  }
  return found;
}

const COUNTS: Record<string, string> = { one: "1", two: "2", three: "3", six: "6" };
const PLAN =
  /\b(Pro|Premium|Starter|Business|Plus|Gold|Lite|Basic|Growth|Enterprise)\b|\b(team licen[cs]e|template)s?\b/gi;

/** What an offer holds for, in our words; null where it holds for everything and always. */
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

/** The years of the offers, each with what it holds for. */
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

/** "Checkbot: SEO checker" gives "Checkbot". */
const withoutTagline = (name: string): string => name.replace(/(?::|\s[-–—|])\s.*$/, "");

/** Alike for one product over the years: its name without a tagline, at its address without the ending. */
function productKey({ name, url }: Deal): string {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return `${words}|${(ownDomain(url) ?? "").replace(/\.[a-z]+$/, "")}`;
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

const NAMED_PLAN =
  /\b((?:(?:[A-Z][\w+]*|pro|basic|premium|personal|starter|essential) ){1,4}(?:annual |site |subscription )*(?:plans?|subscriptions?|accounts?|licen[cs]es?|features))\b/gi;
const NO_PLAN_WORD =
  /^(?:free|all|one|the|a|an|get|for|to|of|your|receive|access|students?|github|developer|annual|year|site|plans?|subscriptions?|accounts?|licen[cs]es?|features)$/i;

/** The plan that an offer is for: "a Datadog Pro account" gives "Pro account". */
export function planIn(text: string, product: string): string | null {
  for (const [, words = ""] of text.matchAll(NAMED_PLAN)) {
    const own = product.toLowerCase().split(/[\s.]+/);
    const named = words
      .split(" ")
      .filter((word) => !NO_PLAN_WORD.test(word) && !own.includes(word.toLowerCase()) && !/^\d/.test(word))
      .filter((word) => /^[A-Z]/.test(word) || /^(?:pro|basic|premium|personal|starter|essential)$/.test(word));
    const [noun = ""] = /\b(?:plan|subscription|account|licen[cs]e|features)/i.exec(words) ?? [];
    if (named.length > 0)
      return [
        ...named.map((word) => (word.length > 3 || /^pro$/i.test(word) ? capital(word) : word)),
        noun.toLowerCase().replace("license", "licence"),
      ].join(" ");
  }
  const [, bare] =
    new RegExp(`\\b${product.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")} (Pro|Premium|Team|Plus)\\b`).exec(text) ?? [];
  return bare ?? null;
}

/** Whom the text names; what it does not say is told by the list's title alone. */
const WHO: readonly [RegExp, string][] = [
  [/\bacademic users and teams\b/i, "for academic users and teams"],
  [/\bacademic and research\b/i, "for academic use and research"],
  [/\bstudents? (?:and|or) educators?\b/i, "for students and educators"],
  [/\bstudents? (?:and|or) professors?\b/i, "for students and professors"],
  [/\bstudents?(?: (?:and|or)|,) teachers?\b/i, "for students and teachers"],
  [/\beducational licen[cs]e\b/i, "with an educational licence"],
  [/\bonline education\b/i, "for online education"],
  [/\bverified as a student\b|\bverified students\b|\bstudents\b.*\bverify\b/i, "for verified students"],
  [/\b(?:while|as long as) (?:you(?:['’]re| are)|the user is) an? (?:active )?student\b/i, "while a student"],
  [/\bstudents\b/i, "for students"],
];
const PROOF: readonly [RegExp, string][] = [
  [/\bschool e-?mail\b/i, "with a school e-mail address"],
  [/(?<!\w)\.edu\b/i, "with a .edu address"],
  [/\bstudent ID\b/i, "with a student ID"],
];
const PACK = "through the GitHub Student Developer Pack";

function whoseOffer(item: ListItem, text: string): string[] {
  const own = text.replace(/\b(?:github )?student developer pack\b/gi, "");
  const who = WHO.find(([pattern]) => pattern.test(own))?.[1];
  const proof = PROOF.find(([pattern]) => pattern.test(own))?.[1];
  const isPack = /student developer pack|education\.github\.com\/pack/i.test(`${item.text} ${item.url}`);
  const isAlso = /\balso included via\b/i.test(text);
  const known = who ?? (isPack && !isAlso ? null : "listed among student offers");
  return [known, proof, isPack && (isAlso ? `also ${PACK}` : PACK)].filter((words) => typeof words === "string");
}

/** How long an offer holds, where its text says so. */
function howLong(text: string): string | null {
  const [, upTo] = /\b(up to )?(?:two|2)[- ]years?\b/i.exec(text) ?? [];
  if (/\b(?:two|2)[- ]years?\b/i.test(text)) return upTo ? "for up to two years" : "for two years";
  const [all = "", count] = /\b(\d+)[- ]months?\b|\bsix months\b|\bone (?:free )?month\b/i.exec(text) ?? [];
  const months = count ?? (/^six/i.test(all) ? "6" : all && "1");
  if (months && months !== "12") return `for ${months} ${months === "1" ? "month" : "months"}`;
  if (
    /\b(?:for|first|free) (?:the )?(?:first |1 |one |a )?(?:full )?year\b|\bfree annual\b|\b1[- ]year\b|\bone[- ]year\b|\b12 months\b/i.test(
      text,
    )
  )
    return "for one year";
  return /\bpermanent discount\b/i.test(text) ? "permanently" : null;
}

/** How much an offer holds for: "free unlimited public and private repositories", "for 1 parallel and 1 user". */
function extentOf(text: string): string | null {
  const [, lead = "", extent] =
    /\b(with|on|for|including|monitoring|free) ((?:unlimited|public and private|\d+k?)\s(?:(?!years?\b|months?\b)[^.,()])*?(?:repositories|users?|servers|page views per month))\b/i.exec(
      text,
    ) ?? [];
  if (!extent) return null;
  return lead.toLowerCase() === "on" ? `on ${extent}` : extent;
}

const NOT_SOFTWARE = /^(?:Learning Resources|Software Packs|Programming Help)$/;

export function studentOffer(item: ListItem): Reading<Discount> | string {
  if (NOT_SOFTWARE.test(item.section)) return "section holds no single software product";
  const text = plainText(item.text);
  const tag = /^\s*\[([A-Z /]+)\]/.exec(item.text)?.[1] ?? "";
  const name = item.name.replace(/\s-\s.*$/, "");
  const percents = percentsOff(text);
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
      condition: capital(
        [...whoseOffer(item, text), planIn(text, name), extentOf(text), howLong(text)].filter(Boolean).join(", "),
      ),
    },
  });
  const [percent] = percents;
  if (tag === "DISCOUNT")
    return percents.length === 1 && percent ? discount(percent) : "discount without one percentage";
  if (tag !== "FREE") return "credits or a temporary offer, no percentage";
  if (
    /\bcredits?\b|\$\d+ in\b|\d+ free\b|\bfree tier\b|\d+ [^.]{0,40} for free\b|\btrial\b|\bone free\b|\btraining\b/i.test(
      text,
    ) &&
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
