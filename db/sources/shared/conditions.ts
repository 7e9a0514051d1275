import { plainText } from "./quota";

const OPEN_SOURCE = String.raw`(?:free and )?(?:open[- ]?source(?! (?:models?|llms?|software|tools?)\b)|oss|foss)`;
const SOME = String.raw`(?:${OPEN_SOURCE}|students?|non-?profits?|educat\w+|academic|charit\w+)`;

/** "Free forever for open source", "free, unlimited scans for open-source projects": free, but not for everyone. */
const ONLY_SOME = new RegExp(
  String.raw`\bfree\b(?:,? (?!for\b|tier\b|plan\b|trial\b)[\w-]+){0,5}? for (?:qualified |all |public |verified )*${SOME}`,
  "gi",
);

/** Returns true if a text offers something free only to open source, education or charities. */
export function isForSomeOnly(text: string): boolean {
  const others = text.replace(ONLY_SOME, "");
  return others !== text && !/\bfree\b(?! software| trial)/i.test(others);
}

/** Returns true if the free use ends after the first months. */
export function isForFirstTimeOnly(text: string): boolean {
  if (/\b(?:always|forever|then)\b/i.test(text)) return false;
  return /\(\d+ ?mo\w*\)|\bfree\b[^.]{0,40}\bfor the first (?:year|month|\d+ (?:days|months))\b/i.test(text);
}

const CONDITIONS: readonly [RegExp, string | ((found: RegExpExecArray) => string)][] = [
  [/\bpersonal ?\/ ?non-?commercial use\b/i, "For personal or non-commercial use."],
  [
    /\bnon-?commercial (?:use|usage|only)\b|^\W*noncommercial free\b/i,
    ({ 0: found }) => (/use|usage/i.test(found) ? "For non-commercial use." : "Non-commercial only."),
  ],
  [
    /(?<!\bself-hosted )(?<!\bcommercial and )\bfor (?:individual ?\/ ?)?personal(?: ?\/ ?hobbyist)? (?:use|usage)\b/i,
    "For personal use.",
  ],
  [/\bfor private use\b/i, "For private use."],
  [/\bfree(?: tier| plan)? for personal projects\b/i, "For personal projects."],
  [/\bfree (?:[a-z]+ ){0,2}for hobby projects\b/i, "For hobby projects."],
  [
    /\bfor (?:both )?individuals\.?$|\bfree (?:forever )?for individuals(?:\/\w+)?(?= with\b|\.|,|$)/i,
    "For individuals.",
  ],
  [
    /\bfree for (?:all )?(public (?:or personal )?)(?:GitHub )?(repo|project)\w*\b(, OSS,? and non-?profit\w*)?(?!,? and)/i,
    ({ 1: which = "", 2: what = "", 3: more }) =>
      `For ${which.trim()} ${/repo/i.test(what) ? "repositories" : "projects"}${more ? ", open source and non-profit organisations" : ""}.`,
  ],
  [/\bfor open source ?\/ ?public projects\b/i, "For open-source or public projects."],
  [/^\W*free [A-Z]+ for open[- ]source\b(?! (?:models?|llms?|software|tools?)\b)/i, "For open source."],
  [
    /\b([a-z]+) \((US) regions\)/i,
    ({ 1: what = "", 2: where }) => `${what[0]?.toUpperCase()}${what.slice(1)} in ${where} regions.`,
  ],
  [/\bwith phone (?:number )?verification\b/i, "Some of it needs a verified phone number."],
  [/\brequires business e-?mail for\b/i, "Some of it needs a business e-mail address."],
  [/\bpublic projects only\b/i, "For public projects only."],
  [/\ball data publicly shared\b/i, "All data is public."],
  [/\bfor free and open[- ]source projects\b/i, "For free and open-source projects."],
  [/\battribution required\b|\brequires attribution\b|\bwith attribution\b/i, "With attribution."],
  [/\bwith a watermark\b|\bplan watermarks\b/i, "With a watermark of the vendor."],
  [/(?<!\bno |\bwithout )\bcredit card required\b/i, "A credit card is required."],
  [/\ball plans are (?:completely )?free while in beta\b/i, "All plans are free during the beta."],
  [
    /(?<!\bare (?:completely )?)\bfree (?:while|during)\b[^.]{0,15}\b(beta|preview)\b/i,
    ({ 1: stage = "" }) => `Free during the ${stage}.`,
  ],
  [/\bnot intended for production\b/i, "For testing and development, not for production."],
  [/\blimited to local development only\b/i, "For local development only."],
  [/\bon your own computer\b/i, "On the user's own computer."],
  [/\bfree for (Nordic|[A-Z]\w+), (?:[A-Z]\w+,? )+and [A-Z]\w+ devices\b/, "For devices of certain makers."],
  [/\bPossibly taken down\b/i, "The list marks it as possibly taken down."],
  [/\breaching end of sale ([A-Z][a-z]+ \d{4})/i, ({ 1: when = "" }) => `The list says: end of sale ${when}.`],
  [/\b(?:must pay if you use|are paid due to spam)\b/i, "Some top-level domains are not free."],
  [/\(\$(\d+)\/month minimum after trial\)/i, ({ 1: least = "" }) => `After the trial at least ${least} USD a month.`],
  [/\bGitHub account older than (\d+) days\b/i, ({ 1: days = "" }) => `For GitHub accounts older than ${days} days.`],
];

/** Returns the condition of a free offer in our own words. Undefined if the text names no condition. */
export function conditionsIn(raw: string): string | undefined {
  const text = plainText(raw);
  const found = CONDITIONS.flatMap(([pattern, words]) => {
    const match = pattern.exec(text);
    if (!match) return [];
    return typeof words === "string" ? words : words(match);
  });
  const [first, ...rest] = [...new Set(found)];
  if (!first) return undefined;
  return [
    first,
    ...rest.filter((one) => !(/non-commercial/i.test(first) && /non-commercial|personal use/i.test(one))),
  ].join(" ");
}
