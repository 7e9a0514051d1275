import { join } from "node:path";
import type * as z from "zod";
import type { DiscountFact } from "@/lib/schemas/observation";
import { type ListItem, listItems, ownDomain, readText, subjectKey } from "../shared/markdown-list";
import { percentsOff } from "../shared/percents-off";
import { plainText } from "../shared/quota";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";

const STUDENT_FILE =
  "https://github.com/AchoArnold/discount-for-student-dev/blob/b196a212b7673569abb34a233e1a0d650f9b9bbd/README.md";
const STUDENT_DAY = "2025-06-05";

type Discount = z.infer<typeof DiscountFact>;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const NAMED_PLAN =
  /\b((?:(?:[A-Z][\w+]*|pro|basic|premium|personal|starter|essential) ){1,4}(?:annual |site |subscription )*(?:plans?|subscriptions?|accounts?|licen[cs]es?|features))\b/gi;
const NO_PLAN_WORD =
  /^(?:free|all|one|the|a|an|get|for|to|of|your|receive|access|students?|github|developer|annual|year|site|plans?|subscriptions?|accounts?|licen[cs]es?|features)$/i;

/** Returns the plan of an offer: "a Datadog Pro account" gives "Pro account". */
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

/** People named in the text. Without them, only the list's title applies. */
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

/** Returns how long an offer lasts, if its text says so. */
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

/** Returns the extent of an offer: "free unlimited public and private repositories", "for 1 parallel and 1 user". */
function extentOf(text: string): string | null {
  const [, lead = "", extent] =
    /\b(with|on|for|including|monitoring|free) ((?:unlimited|public and private|\d+k?)\s(?:(?!years?\b|months?\b)[^.,()])*?(?:repositories|users?|servers|page views per month))\b/i.exec(
      text,
    ) ?? [];
  if (!extent) return null;
  return lead.toLowerCase() === "on" ? `on ${extent}` : extent;
}

const NOT_SOFTWARE = /^Software Packs$/;

/** Names in the list → names in the catalogue, if they differ. */
const NAMES: Readonly<Record<string, string>> = {
  "Autodesk Software": "Autodesk",
  Comet: "Comet ML",
  "JetBrains IDE pack": "JetBrains",
  "Loom Pro": "Loom",
  "Notion.so": "Notion",
  "Tableau Desktop": "Tableau",
  Unity3D: "Unity",
};
/** Sites in the list that are not the product's own. */
const SITES: Readonly<Record<string, string>> = {
  "1Password": "1password.com",
  Bitbucket: "bitbucket.org",
  "Notion.so": "notion.com",
  "Travis CI": "travis-ci.com",
};
/** Offers for everyone, for another product of the site, or for a plan that the vendor no longer sells. */
const NOT_STUDENT =
  /^(?:Visual Studio Community 2022|Github Desktop|Unreal Game Engine|Zyte|Astra|Covalence|Adafruit|GitHub Foundations Certification|AlgoExpert)$/;
/** The text names no plan, or one that the vendor does not sell. */
const OTHER_PLAN = /^(?:Evernote|LabEx|Notion\.so)$/;
/** Bullets without a link under the JetBrains pack. */
const PACK_MEMBER = /^line (\d+): (DataGrip|GoLand|IntelliJ IDEA|PyCharm|RubyMine|WebStorm)\b/;

export function studentOffer(item: ListItem): Reading<Discount> | string {
  if (NOT_SOFTWARE.test(item.section)) return "section holds no single software product";
  const text = plainText(item.text);
  const tag = /^[\s-]*\[([A-Z /]+)\]/i.exec(item.text)?.[1]?.toUpperCase() ?? "";
  const listed = item.name.replace(/\s-\s.*$/, "");
  if (NOT_STUDENT.test(listed)) return "no offer for students of a product in the catalogue";
  const name = NAMES[listed] ?? listed;
  const domain = SITES[listed] ?? ownDomain(item.url);
  const plan = OTHER_PLAN.test(listed) ? null : planIn(text, name);
  const percents = percentsOff(text);
  const discount = (percent: number): Reading<Discount> => ({
    subject: { name, domain, categoryLabel: item.section, onlyIfKnown: true },
    trust: "C",
    observedAt: STUDENT_DAY,
    evidence: { url: `${STUDENT_FILE}?plain=1#L${item.line}` },
    fact: {
      kind: "discount",
      discount: "education",
      percentLow: percent,
      percentHigh: percent,
      condition: capital([...whoseOffer(item, text), extentOf(text), howLong(text)].filter(Boolean).join(", ")),
      ...(plan && { plan }),
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
  const pack = items.find(({ name }) => name === "JetBrains IDE pack");
  const members = rejects.flatMap((reject) => {
    const [, line, name] = PACK_MEMBER.exec(reject.row) ?? [];
    return pack && line && name ? [{ reject, item: { ...pack, name, line: Number(line) } }] : [];
  });
  for (const { reject } of members) rejects.splice(rejects.indexOf(reject), 1);
  for (const item of [...items, ...members.map((member) => member.item)]) {
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

export const studentDiscounts: Adapter = {
  source: "student-discounts",
  async read(rawDir) {
    return fromStudentList(await readText(join(rawDir, "student-discounts", "README.md")));
  },
};
