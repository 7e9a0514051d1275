import { wordsOf } from "./languages";
import type { ReadPrice } from "./types";

/** `other`: a term that our prices cannot express (a week, a quarter, two years). */
export type Period = ReadPrice["period"] | "other";
export type Billing = NonNullable<ReadPrice["billing"]> | "other";

export interface Qualifiers {
  period: Period | null;
  billing: Billing | null;
  unit: string | null;
}

/** The facts of one phrase. `extra`: about something beyond the plan, such as each additional seat. */
export interface Phrase extends Partial<Qualifiers> {
  end: number;
  isExtra?: boolean;
  isFrom?: boolean;
}

const any = (...words: string[]) => `(?:${words.join("|")})`;

const S = "[ \\u00a0]*";
const W = "[ \\u00a0]+";
const END = "(?![\\p{L}\\d])";

const MONTH = wordsOf("month");
const YEAR = wordsOf("year");
const OTHER = wordsOf("other");
const PER = any(`[/／]${S}`, `${wordsOf("per")}(?:(?<=['’])|${W})`, "p\\.?/");
const MONTHLY = wordsOf("monthly");
const YEARLY = wordsOf("yearly");
const MONTHLY_ADJECTIVE = any(MONTHLY, "month[- ](?:to|by)[- ]month");
const YEARLY_ADJECTIVE = any(YEARLY, "12[- ]month");
const BILLED = wordsOf("billed");
const BILLING_NOUN = wordsOf("billing");
const WITH = any(
  "when",
  "with",
  "on",
  "for",
  "under",
  "if",
  "bei",
  "mit",
  "avec",
  "en",
  "con",
  "com",
  "bij",
  "ved",
  "vid",
  "przy",
  "při",
  "при",
);

const UNITS: [string, string][] = [
  ["users?", "user"],
  ["seats?", "seat"],
  ["members?", "member"],
  ["agents?", "agent"],
  ["editors?", "editor"],
  ["developers?|devs?", "developer"],
  ["persons?|people", "person"],
  ["licen[sc]es?", "license"],
  ["collaborators?", "collaborator"],
  ["contributors?", "contributor"],
  ["employees?", "employee"],
  ["operators?", "operator"],
  ["creators?", "creator"],
  ["technicians?", "technician"],
  ["responders?", "responder"],
  ["admins?", "admin"],
  ["workspaces?", "workspace"],
  ["teams?", "team"],
  ["sites?", "site"],
  ["websites?", "website"],
  ["domains?", "domain"],
  ["projects?", "project"],
  ["hosts?", "host"],
  ["servers?", "server"],
  ["devices?", "device"],
  ["locations?", "location"],
  ["stores?", "store"],
  ["accounts?", "account"],
  ["organi[sz]ations?|orgs?", "organization"],
  ["apps?", "app"],
  ["clients?", "client"],
  ["students?", "student"],
  ["instances?", "instance"],
  ["nodes?", "node"],
  ["contacts?", "contact"],
  ["company|companies", "company"],
  ["profiles?", "profile"],
  ["channels?", "channel"],
  ["bots?", "bot"],
  ["repos?|repositor(?:y|ies)", "repository"],
  ["endpoints?", "endpoint"],
  ["customers?", "customer"],
  ["rooms?", "room"],
  ["propert(?:y|ies)", "property"],
  ["patients?", "patient"],
  ["providers?", "provider"],
  ["numbers?", "number"],
  ["mailbox(?:es)?", "mailbox"],
  ["inbox(?:es)?", "inbox"],
  ["databases?", "database"],
  ["clusters?", "cluster"],
  ...[
    ..."venue restaurant school clinic branch vehicle building unit household family practice salon shop computer".split(
      " ",
    ),
    ..."machine truck car robot camera sensor line brand screen display kiosk terminal register outlet office".split(
      " ",
    ),
    ..."department class classroom child kid pupil teacher couple bed table chair studio gym club group entity tenant".split(
      " ",
    ),
    ..."driver rider guest desk doctor lawyer therapist coach advisor adviser partner merchant vendor supplier".split(
      " ",
    ),
  ].map((noun): [string, string] => [`${noun}(?:e?s)?`, noun]),
  ["nutzer(?:in)?(?:nen)?|benutzer|anwender", "user"],
  ["mitarbeiter(?:in)?", "employee"],
  ["arbeitsplatz", "seat"],
  ["mitglied", "member"],
  ["lizenz", "license"],
  ["utilisateurs?(?:·trice)?|utilisatrices?", "user"],
  ["membres?", "member"],
  ["postes?", "seat"],
  ["licences?", "license"],
  ["collaborateurs?", "employee"],
  ["agents?", "agent"],
  ["usuarios?|usuários?|usuarias?|utilizador(?:es)?", "user"],
  ["miembros?|membros?", "member"],
  ["agentes?", "agent"],
  ["licencias?|licenças?|licenza", "license"],
  ["empleados?", "employee"],
  ["utent[ei]", "user"],
  ["ユーザー", "user"],
  ["platz", "seat"],
  ["gebruikers?", "user"],
  ["användare", "user"],
  ["brugere?|bruker", "user"],
  ["użytkownika?", "user"],
  ["medewerkers?", "employee"],
];

/** Units of use: a price for one of these without a month or year is a usage price. */
const METERED: [string, string][] = [
  ["gb|gigabytes?", "GB"],
  ["tb|terabytes?", "TB"],
  ["mb|megabytes?", "MB"],
  ["gib", "GiB"],
  ["requests?", "request"],
  ["api requests?", "API request"],
  ["api calls?", "API call"],
  ["calls?", "call"],
  ["emails?|e-mails?", "email"],
  ["messages?", "message"],
  ["sms", "SMS"],
  ["minutes?|mins?", "minute"],
  ["build minutes?", "build minute"],
  ["hours?|hrs?|hr|h", "hour"],
  ["seconds?|secs?", "second"],
  ["tokens?", "token"],
  ["input tokens?", "input token"],
  ["output tokens?", "output token"],
  ["transactions?", "transaction"],
  ["images?", "image"],
  ["credits?", "credit"],
  ["events?", "event"],
  ["conversations?", "conversation"],
  ["resolutions?", "resolution"],
  ["orders?", "order"],
  ["pages?", "page"],
  ["documents?|docs", "document"],
  ["quer(?:y|ies)", "query"],
  ["runs?", "run"],
  ["tasks?", "task"],
  ["jobs?", "job"],
  ["scans?", "scan"],
  ["verifications?", "verification"],
  ["lookups?", "lookup"],
  ["searches|search", "search"],
  ["signatures?", "signature"],
  ["envelopes?", "envelope"],
  ["invoices?", "invoice"],
  ["tickets?", "ticket"],
  ["gpu[- ]hours?", "GPU hour"],
  ["vcpu[- ]hours?", "vCPU hour"],
  ["cpu[- ]hours?", "CPU hour"],
  ["operations?", "operation"],
  ["invocations?", "invocation"],
  ["executions?", "execution"],
  ["impressions?", "impression"],
  ["clicks?", "click"],
  ["views?|pageviews?", "view"],
  ["visits?", "visit"],
  ["responses?", "response"],
  ["submissions?", "submission"],
  ["records?", "record"],
  ["rows?", "row"],
  ["notifications?", "notification"],
  ["interactions?", "interaction"],
  ["characters?", "character"],
  ["anfragen?", "request"],
  ["nachrichten?", "message"],
  ["minuten?", "minute"],
  ["stunden?", "hour"],
  ["requêtes?", "request"],
  ["messages?", "message"],
  ["heures?", "hour"],
  ["solicitud(?:es)?", "request"],
  ["mensajes?", "message"],
  ["horas?", "hour"],
];

const ADJECTIVE = any(
  "active",
  "monthly active",
  "named",
  "paid",
  "paying",
  "billable",
  "licensed",
  "full",
  "connected",
  "internal",
  "team",
  "individual",
  "core",
  "unique",
  "registered",
  "creator",
  "support",
  "single",
  "aktive[mn]?",
  "actif",
  "activo",
  "concurrent",
);
const EXTRA = any(
  "additional",
  "extra",
  "added",
  "add[- ]on",
  "further",
  "weitere[nr]?",
  "zusätzliche[nr]?",
  "supplémentaire",
  "adicional",
  "overage",
  "aggiuntivo",
);
const COUNT = "\\d{1,3}(?:[,.\\u00a0 ]?\\d{3})*(?:k|m)?|million|thousand|mille|tausend|hundred";

const re = (source: string) => new RegExp(source, "uiy");

const NOUN_MAP = [...UNITS, ...METERED].map(([source, noun]) => ({ re: new RegExp(`^(?:${source})$`, "iu"), noun }));
const METERED_NOUNS = new Set(METERED.map(([, noun]) => noun));
const NOUN = any(...[...METERED, ...UNITS].map(([source]) => source).sort((a, b) => b.length - a.length));
const STOP = any(
  "per",
  "for",
  "when",
  "if",
  "billed",
  "paid",
  "with",
  "and",
  "or",
  "on",
  "in",
  "plus",
  "up",
  "min",
  "minimum",
  "the",
  "of",
  "to",
  "at",
  "your",
  "our",
  "first",
  "additional",
  "extra",
  "annual",
  "annually",
  "yearly",
  "monthly",
  "bei",
  "und",
  "et",
  "y",
  "e",
  "en",
);

const NO_UNIT = any(
  ...[STOP, MONTH, YEAR, OTHER, MONTHLY, YEARLY, BILLED, BILLING_NOUN, wordsOf("once"), wordsOf("free")],
  ...[
    "forever",
    "life",
    "total",
    "flat",
    "pack(?:age|et)?",
    "bundle",
    "cycle",
    "period",
    "term",
    "instal?lment",
    "tier",
  ],
);

export const nounOf = (word: string): string | null =>
  NOUN_MAP.find(({ re: pattern }) => pattern.test(word))?.noun ?? null;
const LASTING_NOUNS = new Set(UNITS.map(([, noun]) => noun));
/** Returns whether a noun is used up: not a person, a place or a thing that a plan is for. */
export const isMetered = (noun: string): boolean => METERED_NOUNS.has(noun);

/** Returns whether a unit is unknown. Its price is for one of it, whatever it is. */
export const isUnknownUnit = (unit: string): boolean => {
  const head = unit.split(" of ")[0]?.split(" ").at(-1) ?? "";
  return /^\p{L}/u.test(unit) && !LASTING_NOUNS.has(nounOf(head) ?? "") && !LASTING_NOUNS.has(unit);
};

/** If one pattern is a prefix of another, the longer one comes first. */
const PATTERNS: { re: RegExp; read: (match: RegExpExecArray) => Omit<Phrase, "end"> | null }[] = [
  // Terms that our prices cannot express.
  {
    re: re(
      `${PER}?(?:\\/${S})?(?:every${W}|each${W}|per${W}|for${W}|\\/${S})?(?:\\d{1,3}|two|three|six)[ \\u00a0-]?${any(MONTH, YEAR, OTHER)}${END}`,
    ),
    read: (m) => (/^\d|^(?:two|three|six)/i.test(m[0]) || /^for/i.test(m[0]) ? null : { period: "other" }),
  },
  {
    re: re(
      `(?:${any("when", "if", "as", "is", "and")}${W})?${BILLED}${W}${any("quarterly", "weekly", "daily", "bi[- ]?annually", "biennially", "semi[- ]?annually", "half[- ]yearly", "twice a year", "every (?:\\d+|two|three|six) (?:months|years|weeks)", "every quarter", "per quarter", "vierteljährlich", "trimestriellement", "trimestralmente")}${END}`,
    ),
    read: () => ({ billing: "other" }),
  },
  {
    re: re(
      `${any("quarterly", "weekly", "daily", "bi[- ]?annual(?:ly)?", "biennial(?:ly)?", "semi[- ]?annual(?:ly)?", "vierteljährlich", "wöchentlich", "täglich", "trimestriel", "trimestral", "semanal", "hebdomadaire", "per diem")}${END}`,
    ),
    read: () => ({ period: "other" }),
  },
  { re: re(`${PER}${OTHER}${END}`), read: () => ({ period: "other" }) },

  // Billing.
  {
    re: re(
      `(?:${any("when", "if", "as", "is", "are", "and", "bei", "wenn", "si", "se")}${W})?(?:you${W})?${BILLED}${W}(?:up[- ]?front${W}|in advance${W})?(?:(?:on${W})?an?${W})?(?:${any("every year", "each year", "once (?:a|per) year", "once yearly", "by the year", "per year", "a year", "pro Jahr", "par an", "à l['’]année", "al año", "por ano", "per jaar")}|${YEARLY})(?:${W}basis)?(?:,?${W}(?:up[- ]?front|in advance|only))?${END}`,
    ),
    read: () => ({ billing: "annual" }),
  },
  {
    re: re(
      `(?:${any("when", "if", "as", "is", "are", "and", "bei", "wenn", "si", "se")}${W})?(?:you${W})?${BILLED}${W}(?:(?:on${W})?an?${W})?(?:${any("every month", "each month", "by the month", "per month", "a month", "month[- ]to[- ]month", "month[- ]by[- ]month", "pro Monat", "par mois", "al mes", "por mês", "per maand")}|${MONTHLY})(?:${W}basis)?(?:,?${W}(?:in advance|only))?${END}`,
    ),
    read: () => ({ billing: "monthly" }),
  },
  { re: re(`${YEARLY}${W}${BILLED}${END}`), read: () => ({ billing: "annual" }) },
  { re: re(`${MONTHLY}${W}${BILLED}${END}`), read: () => ({ billing: "monthly" }) },
  {
    re: re(
      `(?:${WITH}${W})?(?:(?:an?|the|une?|un)${W})?(?:${BILLED}${W})?${YEARLY_ADJECTIVE}${W}${BILLING_NOUN}(?:${W}only)?${END}`,
    ),
    read: () => ({ billing: "annual" }),
  },
  {
    re: re(
      `(?:${WITH}${W})?(?:(?:an?|the|une?|un)${W})?(?:${BILLED}${W})?${MONTHLY_ADJECTIVE}${W}${BILLING_NOUN}(?:${W}only)?${END}`,
    ),
    read: () => ({ billing: "monthly" }),
  },
  {
    re: re(`${BILLING_NOUN}${W}${YEARLY_ADJECTIVE}${END}`),
    read: () => ({ billing: "annual" }),
  },
  {
    re: re(`${BILLING_NOUN}${W}${MONTHLY_ADJECTIVE}${END}`),
    read: () => ({ billing: "monthly" }),
  },
  { re: re(`month[- ]to[- ]month${END}`), read: () => ({ billing: "monthly" }) },
  {
    re: re(
      `(?:with${W}|on${W})?(?:an?${W})?(?:${any("annual", "yearly", "12[- ]month", "one[- ]year")})${W}(?:commitment|contract|agreement|term)${END}`,
    ),
    read: () => ({}),
  },

  // The period that one payment covers.
  { re: re(`${wordsOf("annually")}${END}`), read: () => ({ billing: "annual" }) },
  { re: re(`${wordsOf("once")}${END}`), read: () => ({ period: "once" }) },
  { re: re(`(?:p\\.?${S}m\\.?|p\\/m|每月|pcm|\\/${S}m)${END}`), read: () => ({ period: "month" }) },
  {
    re: re(`(?:p\\.?${S}a\\.?|per annum|\\/${S}y|\\/${S}an|par an|all['’]anno|l['’]an)${END}`),
    read: () => ({ period: "year" }),
  },
  {
    re: re(`(?:${PER}${MONTH}\\.?|${MONTHLY}|\\/?${S}(?:月額|か月|ヶ月|月)|\\/?${S}월)${END}`),
    read: () => ({ period: "month" }),
  },
  { re: re(`(?:${PER}${YEAR}\\.?|${YEARLY}|\\/?${S}(?:年額|年)|\\/?${S}년)${END}`), read: () => ({ period: "year" }) },
  {
    re: re(`(?:und|et|y|e|and|och|og|&)${W}(?:${any("pro", "par", "por", "per", "je", "al")}${W})?${MONTH}${END}`),
    read: () => ({ period: "month" }),
  },
  {
    re: re(
      `(?:und|et|y|e|and|och|og|&)${W}(?:${any("pro", "par", "por", "per", "je", "al")}${W})?(?:${YEAR}|an)${END}`,
    ),
    read: () => ({ period: "year" }),
  },

  // Counted units.
  {
    re: re(
      `(?:for${W}(?:each|every)${W}|${PER}|(?:and|und|et|y|e)${W}(?:${any("per", "pro", "par", "por", "je")}${W})?)(?:${EXTRA}${W})(?:(?:${COUNT})${S})?(?:${ADJECTIVE}${W})?${NOUN}${END}`,
    ),
    read: () => ({ isExtra: true }),
  },
  {
    re: re(
      `(?:${PER}|for${W}every${W}|${any("und", "et", "y", "e", "and", "och", "og")}${W}(?:${any("per", "pro", "par", "por", "je")}${W})?)(?:${ADJECTIVE}${W})*(${COUNT})${W}?(?:${ADJECTIVE}${W})?(${NOUN})${END}`,
    ),
    read: (m) => counted(m[1] ?? "", m[2] ?? ""),
  },
  {
    re: re(
      `(?:${PER}(?:team${W}(?=member|user))?|${any("und", "et", "y", "e", "and", "och", "og")}${W}(?:${any("per", "pro", "par", "por", "je")}${W})?)(?:${ADJECTIVE}${W}){0,2}(${NOUN})(?:${W}${any("supplémentaire", "adicional", "aggiuntivo")}())?(?:\\(s\\))?${END}`,
    ),
    read: (m) => (m[2] === undefined ? unitOf(m[1] ?? "") : { isExtra: true }),
  },
  {
    re: re(
      `${PER}(\\d{1,3}(?:[,.]\\d{3})+(?:${S}[km])?|\\d{3,7}|\\d{1,3}${S}?(?:k|m|million|thousand)|million|thousand)${W}(\\p{L}{3,20})${END}`,
    ),
    read: (m) => ({
      ...(nounOf(m[2] ?? "") !== null ? counted(m[1] ?? "", m[2] ?? "") : { unit: `${m[1]} ${m[2]?.toLowerCase()}` }),
      period: "usage",
    }),
  },
  {
    re: re(`(${any("users?", "seats?", "members?", "agents?", "editors?")})(?=${S}\\/)`),
    read: (m) => unitOf(m[1] ?? ""),
  },
  {
    re: re(
      `(?:[/／]${S}|(?:per|pro|je|par|por)${W})(?!${NO_UNIT}${END})(\\p{L}[\\p{L}'’-]{2,}(?:${W}(?!${STOP}${END})\\p{L}{3,}|${W}of${W}\\p{L}{3,}){0,2})(?=$|[ \\u00a0]*(?:[/,.()\\n*]|per${W}|a month|monthly|billed))`,
    ),
    read: (m) => unitOf(m[1] ?? ""),
  },
];

/** Returns the singular of an English noun. Any other word stays as written. */
const singular = (word: string): string => (/^[a-z]+[^su]s$/.test(word) ? word.slice(0, -1) : word);

function unitOf(word: string): Omit<Phrase, "end"> {
  const noun = nounOf(word) ?? singular(word);
  return { unit: noun };
}

function counted(count: string, word: string): Omit<Phrase, "end"> {
  const noun = nounOf(word) ?? singular(word);
  const bare = count.replace(/[ \u00a0]/g, "").toLowerCase();
  if (bare === "1") return { unit: noun };
  const many = /s$|^[A-Z]+$/.test(noun)
    ? noun
    : noun.endsWith("y") && !/[aeo]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : /(?:x|ch|sh)$/.test(noun)
        ? `${noun}es`
        : noun === "person"
          ? "people"
          : `${noun}s`;
  return { unit: `${count.replace(/[ \u00a0]/g, ",")} ${many}` };
}

/** Returns the phrase that begins at `at`, if any. */
export function phraseAt(text: string, at: number): Phrase | null {
  let best: Phrase | null = null;
  for (const { re: pattern, read } of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || match[0] === "") continue;
    const said = read(match);
    if (said && (best === null || at + match[0].length > best.end)) best = { ...said, end: at + match[0].length };
  }
  return best;
}

const TAX = wordsOf("tax");
const TAXED = wordsOf("taxed");

/** Words that do not change a price: tax, allowances, reassurance. */
const HARMLESS = re(
  any(
    `[(（]?(?:${any("\\+", TAXED, "more", "más", "mais", "zzgl\\.?")}${S})*(?:${any("applicable", "local", "any", "sales")}${W})*${TAX}\\.?(?:${S}(?:where applicable|if applicable|${TAXED}))*[)）]?${END}`,
    `(?:and${W}|you${W})?sav(?:e|ing)s?${W}(?:up to${W})?\\d{1,2}(?:\\.\\d)?${S}%(?:${W}(?:annually|yearly|a year|per year))?${END}`,
    `\\(?[-–−]?\\d{1,2}${S}%(?:${W}(?:off|savings?|discount|rabatt|de remise|de descuento))?\\)?`,
    `(?:get${W})?(?:two|three|\\d)${W}months${W}free${END}`,
    `(?:for${W})?(?:${any("up to", "bis zu", "jusqu['’]à", "hasta", "até", "includes?", "including", "minimum(?: of)?", "min\\.?", "for", "für", "pour", "para", "with", "from", "starting at", "starts at", "ab")}${W})(?:${COUNT})\\+?${W}(?:${ADJECTIVE}${W})?${NOUN}(?:${W}(?:included|minimum|min\\.?|max\\.?))?${END}`,
    `(?:${COUNT})\\+?${W}(?:${ADJECTIVE}${W})?${NOUN}${W}(?:included|minimum|min\\.?|max\\.?|minimum)${END}`,
    `(?:${COUNT})[- ](?:${any("user", "seat", "member", "agent")})${W}minimum${END}`,
    `cancel any ?time${END}`,
    `after${W}(?:an?${W}|your${W}|the${W})?(?:free${W})?(?:\\d{1,3}[- ]days?${W})?(?:free${W})?trial(?: ends)?${END}`,
    `(?:\\+|plus|and)${W}?(?:any${W})?(?:additional${W}|metered${W})?(?:usage|overages|usage fees|transaction fees|usage costs)${END}`,
    `(?:for|with)${W}unlimited${W}(?:${ADJECTIVE}${W})?${NOUN}${END}`,
    `no credit card(?: required)?${END}`,
    `(?:forever|always|only|flat|total|each|minimum|min\\.|flat[- ]rate|flat fee|all[- ]in|all inclusive)${END}`,
    `monatlich kündbar${END}`,
    `sans engagement${END}`,
    `(?:netto|brutto|net)${END}`,
    `for${W}(?:(?:small|growing|large|larger|solo|individual|medium|your|creative|professional)${W})?(?:teams?|individuals?|business(?:es)?|startups?|professionals?|companies|freelancers?|creators?|organi[sz]ations?|everyone)${END}`,
  ),
);

export function harmlessAt(text: string, at: number): number | null {
  HARMLESS.lastIndex = at;
  const match = HARMLESS.exec(text);
  return match && match[0] !== "" ? at + match[0].length : null;
}

/** Words directly after a price that make it something other than the plan's list price. */
export const NOT_THE_PRICE = new RegExp(
  any(
    `\\b${any("off", "discount", "rabatt", "coupon", "cash ?back", "credits?", "guthaben", "voucher", "gift", "bonus")}\\b`,
    `\\b(?:for|during|on)${W}(?:your${W}|the${W}|a${W})?(?:first|initial|1st)\\b`,
    `\\bfor${W}(?:the next${W})?(?:\\d{1,3}|one|two|three|six|a)[ -](?:days?|weeks?|months?|years?)\\b`,
    `\\bfirst${W}(?:\\d{1,2}${W})?(?:month|year|3|three|payment)`,
    `\\b(?:in (?:the )?)?(?:ersten|erste|premiers?|primer|primeros|primeiro)\\b`,
    `\\b(?:intro|introductory|promo|promotional|sign[- ]?up|set[- ]?up|setup|onboarding|implementation|activation|einrichtung|deposit|student|non-?profit|trial period|black friday|limited[- ]time|special offer|special price|sale price|discounted|early bird)\\b`,
    `\\b(?:then|thereafter|afterwards|renews?|renewal|danach|puis|después|luego)\\b`,
    `\\b(?:additional|extra|overages?|weitere[nr]?|zusätzliche[nr]?|supplémentaires?|adicional(?:es)?)\\b`,
    `\\b(?:value|worth|wert|valeur|savings?)\\b`,
    `\\b(?:refund|guarantee|revenue|raised|fee|fees|fine|funding|sales volume|turnover|spend|spent|budget|payroll|expenses|volume)\\b`,
  ),
  "iu",
);
