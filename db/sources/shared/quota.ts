import type { Limit } from "@/lib/schemas/primitives";
import { lowerNoun, perPeriod, plural, round } from "./units";

const NOUNS = new Set(
  `users seats members collaborators editors agents developers viewers guests administrators employees participants attendees
  projects workspaces organizations teams sites websites pages apps applications domains subdomains aliases mailboxes inboxes
  requests calls queries lookups operations invocations executions tasks runs jobs builds deployments deploys reads writes deletes
  events messages notifications emails sms webhooks endpoints connections channels rooms sessions replays errors spans logs traces
  metrics monitors checks hosts servers nodes instances containers vms vcpus cpus gpus clusters databases tables rows records
  documents objects files images videos screenshots snapshots pdfs exports imports uploads downloads transformations conversions renders
  transcriptions forms submissions responses surveys questions contacts subscribers campaigns newsletters links bookmarks
  repositories branches pipelines workflows automations scenarios zaps flows bots chatbots conversations chats credits tokens
  characters words strings keys secrets environments flags features locations devices tunnels certificates indexes indices collections
  dashboards alerts reports datasets models datapoints pageviews pageloads visits visitors clicks impressions views hits minutes hours seconds
  scans reviews tests suites boards cards items issues tickets feeds posts blogs comments articles notes prototypes designs drafts
  diagrams maps tiles addresses numbers zones hostnames profiles customers products orders invoices transactions payments
  subscriptions fonts licenses stores spaces sandboxes functions crons schedules schemas topics queues partitions feedbacks
  generations completions searches pulls packages artifacts versions resources stacks hooks mocks collections prompts evaluations
  annotations labels sheets slides presentations whiteboards polls quizzes calls recordings podcasts episodes streams
  validations verifications translations geocodes routes geofences assets tags entries publishes crawls urls codes
  apis templates buckets segments`.split(/\s+/),
);

const SIZE_NOUNS = new Set(
  "storage bandwidth transfer transfers egress ingress traffic ram memory disk ssd hdd nvme space cache ingestion ingest logs size data".split(
    " ",
  ),
);

const RESOURCE = new Set(["ram", "memory", "vcpus", "cpus"]);

const MODIFIERS = new Set(
  `active concurrent parallel simultaneous api private public team build function functions email http https push rest graphql edge
  monthly daily free total different custom own stored log data file files object image video audio voice text chat web mobile client
  user users project workspace form page pages site website app event metric error trace span message search read write row document
  status uptime cron database sql vector git repository source code test ui visual screenshot sms transactional marketing
  incoming outgoing outbound inbound network egress ingress disk ssd nvme persistent block blob asset upload download
  translation translations hosted shared dedicated virtual tracked connected registered end admin staff human support
  compute cpu gpu vcpu execution execute deployment pipeline workflow automation instance participant meeting webrtc
  streaming recording transcription processing agent ai bot llm model prompt input output token credit ocr pdf tts
  premium slow fast advanced basic standard simple static dynamic dns ssl domain unique verified saved published open
  content cdn origin cache cloud backup backups session replay feature flag flags survey response contact subscriber form-submission
  managed secret key access secrets phone fax ip geocoding map tile routing matrix download url link short qr
  synthetic browser server servers host device iot job queue topic schema table index record product customer serverless
  conversion scan crawl scrape scraping background scheduled remote local attachment attachments max maximum unattended
  feedback analytics monitoring logging indexed ingested custom lifetime-free editable viewer read-only core`.split(
    /\s+/,
  ),
);

const SKIPPED = new Set(["of", "free", "the", "total", "different", "your", "max", "maximum", "own"]);

const SPELLINGS: Record<string, string> = {
  repos: "repositories",
  repo: "repositories",
  org: "organizations",
  orgs: "organizations",
  organisations: "organizations",
  req: "requests",
  reqs: "requests",
  hrs: "hours",
  hr: "hours",
  mins: "minutes",
  min: "minutes",
  devs: "developers",
  dbs: "databases",
  db: "databases",
  ops: "operations",
  admins: "administrators",
  msgs: "messages",
  mails: "emails",
  "e-mails": "emails",
  licences: "licenses",
  "pay-ins": "payments",
  indices: "indexes",
  analyses: "scans",
  people: "users",
  persons: "users",
  txns: "transactions",
  envs: "environments",
  vcpu: "vcpus",
  projets: "projects",
};

const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
};

const FACTORS: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  billion: 1e9,
};

/** A higher count is a catalogue or an audience, not an allowance. */
const CAPS: Record<string, number> = {
  users: 200_000,
  members: 10_000,
  developers: 1_000,
  teams: 1_000,
  customers: 100_000,
  apps: 200,
  applications: 200,
  locations: 50,
  models: 200,
  fonts: 100,
  designs: 1_000,
  servers: 500,
  sites: 1_000,
  websites: 1_000,
  products: 10_000,
  features: 5_000,
  images: 1_000_000,
  languages: 200,
  versions: 1_000,
  apis: 10,
  templates: 20,
  articles: 10_000,
  questions: 10_000,
};

const TIMED = new Set(["minutes", "hours", "seconds"]);

const SCOPES = new Set(
  "user project app site workspace organization org team form server domain seat member repository repo room channel database feed host document board survey page space file image video email message session meeting bot environment".split(
    " ",
  ),
);

const NUMBER =
  /(?<![\w$€£₹¥.,:/#@+×–~-])(?:(\d{1,3}(?:[.,]\d{3})+|\d+(?:\.\d+)?)\s?(?:(k|m|mn|b|thousand|million|billion)(?![a-z]))?(\+)?|(unlimited|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty)(?![\w-])))(?![\d%°])/gi;
const SIZE = /^[\s-]?(KB|MB|GB|TB|KiB|MiB|GiB|TiB)(?![a-z])/i;
const PERIOD =
  /^\s*(?:(?:for )?free )?(?:(?:\/|\bper[ -]|\ba |\ban |\beach |\bevery |\bin a )\s*(?:calendar |single )?(month|mo|mth|day|year|yr|week|hour|hr|minute|min|second|sec|s)\b|(monthly|daily|weekly|yearly|annually|hourly|month)\b)/i;
const SCOPE = /^\s*(?:\/\s?|per |for each |in each |each |on each )([a-z][a-z-]*)/i;

/** "per 6-hour window": a period for which we have no unit. */
const ODD_PERIOD =
  /^\s*(?:(?:for )?free )?(?:\/|(?:per|every|each|in)\b)\s?\d+[ -]?(?:h|hours?|d|days?|s|sec|seconds?|min|minutes?|weeks?|months?)\b/i;
const JOINED_PERIOD =
  /^ (?:and|&) (?:[a-z]+ )?[a-z]+ ?(?=(?:\/|per |each |every )\s?(?:month|mo|day|year|week|hour)\b)/i;

const BEFORE =
  /(?:\b(?:gemma|gemini|llama|gpt|claude|qwen|phi|mistral|python|windows|in|all|over|than|by|support(?:s|ing)?|above|beyond|after|exceed(?:s|ing)?|additional|extra|another|next|then|was|were|previously|formerly|from|every|per|each|top|across|save|worth|version|older|last|past|first-party|within|between|under|one of|around|about|almost|nearly|serves?|serving|join|page|class|equals?|at|costs?|first|one-time|one-off|only when|(?:group chats?|channels)(?: limited to| with| of)?(?: up to)?)|[x×]|\d\s?[-–])\s*$/i;
const AFTER_CLAUSE =
  /^[^.;,]{0,45}(?:\b(?:12|6|3) ?mo\b|\bfor (?:the )?(?:first )?(?:\d+|one|two|three|six|twelve) (?:days?|weeks?|months?|years?)|\bone[- ]time\b|\bsign-?up\b|\btrial\b|\bfirst (?:month|year)\b|\blifetime\b|\bonce\b|\bon your first\b)|\bwelcome\b|^\s*(?:or more|and (?:above|more|up(?! to))|each\b|\bin total across\b|in (?:the|an?|any|one) (?:project|table|team|workspace|channel|group|board)\b|of \d|you can join)/i;
/** Words after an allowance that limit who gets it or how. */
const ONLY_SO = /^ (?:free )?(?:for [A-Z]\w+(?:,| and\b| devices?\b)|on your own\b|without an? )/;
const DENIED = /\b(?:no|not|without|lacks?|exclud(?:es?|ing)|except)\b/i;

const ITEM = String.raw`(?:,? and|,|,? ?[+&]| with)\s(?:up to )?[\d.,]+ ?(?:[KMB]\b|million|[KMGT]i?B)? ?(?:[A-Za-z-]+ ){0,3}?[A-Za-z-]+`;
/** "500 sessions, 1K errors, 25M traces/month": the last period may apply to all. */
const LATER_PERIOD = new RegExp(
  `^(?:${ITEM}){1,4} ?(?:\\([^)]{1,40}\\) )?(?:free )?(?:/|per |a |each )(?:month|mo|day|week|year|hour|minute)\\b`,
  "i",
);
/** "0.5 GB storage and 1 GB RAM per app". */
const LATER_SCOPE =
  /^(?:(?:,? and|,|,? ?\+)\s?[\d.]+ ?(?:[KMGT]i?B )?[a-z]+){1,3} per (?!month|mo\b|day|year|week|hour|account)[a-z]+/i;
/** "10 questions and 100 responses per survey". */
const SHARED_SCOPE = /^ and (?:[\d,]+|two|three|four|five|ten) (?:[a-z]+ )?[a-z]+ per ([a-z]+)/i;
const FLOW =
  /(?:requests|calls|reads|writes|invocations|executions|events|emails|messages|sessions|errors|logs|traces|spans|runs|operations|submissions|responses|searches|queries|views|conversions|renders|notifications|replays|SMS|credits)$/i;
const PLACES = /^(?:projects|sites|websites|apps|applications|domains|pages)$/;
/** Words that may follow a singular noun. Any other word is the real noun ("1 page speed monitor"). */
const FOLLOWS =
  /^\s+(?!(?:per|and|or|with|for|on|in|at|to|of|free|included|only|max|maximum|total|limit|via|plus|forever|each|every|a|an|as|by|from|that|which|without|is|are|after|month|monthly|daily|running|across|under|available|at|always|total)\b)[A-Za-z]/;

const PAID =
  /[$€£₹¥]\s?(?!0\b(?![.,]\d))\d|\b\d+\s?(?:€|USD|EUR)|\bpaid\b|\bpremium (?:plan|tier|version|subscription|account)|\benterprise\b|\bupgrad|\btrial\b|\bself-?host(?:ed|ing)?\b|\bstudents?\b|\beducation(?:al)?\b|\bnon-?profits?\b|\bcharit|\bstart-?ups?\b|\bopen[- ]source (?:projects?|teams?|organi[sz]ations?|maintainers?|repositor)|\b(?:open[- ]source|oss|foss) (?:only|plan)\b|\boverage|\btrusted by\b|\bused by\b|\bearly[- ]bird|\bon-prem|\bpublic beta\b|\bpreviously\b|\blegacy\b|\bgrandfathered\b|\bno longer\b|\bdiscontinued\b|\brate limit(?:s|ed)? of\b|\bplatform rate limits?\b/i;
/** The only recipients of the allowance before it. */
const ONLY_FOR =
  /\bfor (?:all |any |public |verified |qualified |eligible |registered |free and )*(?:open[- ]?source|oss|foss|students?|teachers?|schools?|universit|education|academi|non-?profits?|charit|start-?ups?)\w*/i;
/** The paid plan that the preceding words apply to: "10 seats begin at $9". */
const SAID_OF =
  /\b(?:(?:begins?|starts?|available|unlocked|reserved|included|applies|apply) (?:at|from|to|on|in|with|for|only)|requires?|only (?:on|in|with|for))\b[^.;,]*$/i;
const NAMED_PLAN =
  /\b(?:pro|plus|business|teams?|growth|standard|starter|hobby|scale|basic|ultimate|professional|indie|max|developer|personal|premium)\+?(?: (?:plan|tier|plans|subscription|users get)\b|\s?[:(])/gi;
const FREE = /\bfree\b|\balways\b|\bforever\b|\b(?:community|hobby|sandbox) (?:plan|tier|edition)/i;

/**
 * Returns the allowances that a description of a free offer states in numbers, with our own nouns. Omits doubtful ones.
 */
export function quotasIn(text: string, options: { freePlan?: string } = {}): Limit[] {
  const found: Limit[] = [];
  let muted = false;
  for (const sentence of sentencesOf(text)) {
    const paid = paidFrom(sentence, options.freePlan);
    const saysFree = FREE.test(sentence.slice(0, paid ?? undefined));
    if (muted && !saysFree) continue;
    muted = false;
    const label = labelOf(sentence);
    if (label !== "skip") found.push(...quotasInSentence(sentence.slice(0, paid ?? undefined), label));
    if (paid !== null && !ONLY_FOR.test(sentence)) muted = true;
  }
  return withoutContradictions(found);
}

function sentencesOf(text: string): string[] {
  return plainText(text)
    .replace(/\brows? (read|written)\b/gi, (_, verb: string) => (verb === "read" ? "row reads" : "row writes"))
    .replace(/\bmonthly active users?(?: \(MAUs?\))?|\bMAUs?\b/gi, "active-users-monthly")
    .replace(/\bupto\b/gi, "up to")
    .replace(SPELLED, spelledOut)
    .replace(/\bunlimited (?:amounts?|numbers?|quantity|quantities) of\b/gi, "unlimited")
    .replace(/\bunlimited (?:public (?:and|&) private|private (?:and|&) public)\b/gi, "unlimited")
    .replace(WHOLE_PERIOD, (all, count: string, unit: string) => {
      const every = WHOLE[`${count}${unit[0]?.toLowerCase()}`];
      return every ? ` per ${every}` : all;
    })
    .replace(/\((?:e\.g\.|i\.e\.|equals|=|~)[^)]*\)/gi, " ")
    .replace(/(\bcredits[^(),;.]{0,20})\([^)]*\)/gi, "$1")
    .replace(/\b(?:1|one) [a-z]+ (?:=|equals)[^.;)]*/gi, " ")
    .replace(SUITE, (all) => all.replace(SUITE_PART, ` | ${PART_OF_SUITE}$1: $2 | `))
    .split(/(?<=[.!?])\s+(?=[A-Z0-9"“([])|[;•|\n]|\s[—–-]{1,2}\s/)
    .map((part) => part.trim().replace(/^[-–—]\s+/, ""))
    .filter(Boolean);
}

/** Marks a sentence made from the bracket after a service's name. */
const PART_OF_SUITE = "\u0001";

const SPELLED = new RegExp(
  `\\b(${Object.keys(WORDS).join("|")}|\\d+) (hundred|thousand)(?: (${Object.keys(WORDS).join("|")}) hundred)?\\b`,
  "gi",
);

/** Converts "Two thousand five hundred" to figures. */
function spelledOut(_: string, count: string, factor: string, hundreds?: string): string {
  const value = WORDS[count.toLowerCase()] ?? Number(count);
  const rest = hundreds ? (WORDS[hundreds.toLowerCase()] ?? 0) * 100 : 0;
  return String(value * (/^h/i.test(factor) ? 100 : 1000) + rest);
}

/** "every 24 hours" means a day. */
const WHOLE_PERIOD =
  /\s?(?:\/ ?|\b(?:per|every|each|in) )(24|60|7|1)[ -]?(h|hours?|hrs?|d|days?|min|minutes?|s|sec|seconds)\b/gi;
const WHOLE: Record<string, string> = {
  "24h": "day",
  "1d": "day",
  "7d": "week",
  "60m": "hour",
  "1h": "hour",
  "60s": "minute",
  "1m": "minute",
  "1s": "second",
};

const SUITE_PART = /,? ?\b([A-Z][\w/-]*(?: [A-Z][\w/-]*){0,2}) \(([^()]*(?:\d|unlimited)[^()]*)\)/g;
/** "Functions (1M requests/month), DevOps (5 users)": each service has limits of its own. */
const SUITE = /(?:,? ?\b[A-Z][\w/-]*(?: [A-Z][\w/-]*){0,2} \([^()]*(?:\d|unlimited)[^()]*\)){3,}/g;

/** Removes markdown links, emphasis and emoji. */
export function plainText(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/[*_`]{1,3}/g, "")
    .replace(/\p{Extended_Pictographic}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

function paidFrom(sentence: string, freePlan: string | undefined): number | null {
  const places: number[] = [];
  const only = ONLY_FOR.exec(sentence);
  if (only) places.push(qualifierFrom(sentence.slice(0, only.index)));
  const paid = PAID.exec(
    sentence
      .replace(ALLOWANCE_OF_MONEY, (...found) => (moneyQuota(found) ? "_".repeat(found[0].length) : found[0]))
      .replace(SPEND, (all) => "_".repeat(all.length)),
  );
  if (paid) {
    const before = sentence.slice(0, paid.index);
    places.push(SAID_OF.test(before) ? clauseFrom(before) : paid.index);
  }
  for (const match of sentence.matchAll(NAMED_PLAN)) {
    const word = /^\w+/.exec(match[0])?.[0].toLowerCase();
    const before = sentence.slice(0, match.index);
    if (/\bfree(?: forever)? $|\bfree tier \($/i.test(before)) continue;
    if (/^\s*\(?(?:is free|free\b)/i.test(sentence.slice(match.index + match[0].length))) continue;
    if (/\bfree\b/i.test(before) && /^(?:developer|personal|basic|starter)$/.test(word ?? "")) continue;
    if (freePlan && word && freePlan.toLowerCase().includes(word)) continue;
    if (/^team/i.test(word ?? "") && /[:(]$/.test(match[0])) continue;
    places.push(match.index);
  }
  return places.length === 0 ? null : Math.min(...places);
}

/** Returns the start of the last clause of a text. Brackets do not separate clauses. */
function clauseFrom(text: string): number {
  const plain = text.replace(/\([^()]*\)/g, (all) => "_".repeat(all.length));
  return [...plain.matchAll(/[,;:(]\s|\s(?:and|but)\s/g)].at(-1)?.index ?? 0;
}

/**
 * Returns the start of the words that a qualifier applies to: the whole list in "unlimited strings, and collaborators
 * for open source", but not in "5 users, and free for open source".
 */
function qualifierFrom(before: string): number {
  const start = clauseFrom(before);
  const clause = before.slice(start);
  const isTail = /^[,\s]*(?:and|but)\s/.test(clause) && !/\d|unlimited|free/i.test(clause);
  return isTail ? 0 : start;
}

/** Returns the part of a suite that a sentence is about ("KV: 1 GB storage"). "skip" if it has no short name. */
function labelOf(sentence: string): string | null | "skip" {
  if (sentence.startsWith(PART_OF_SUITE)) return sentence.slice(1, sentence.indexOf(":"));
  const found = /^([A-Z][\w./ &+-]{0,40}):\s/.exec(sentence);
  const label = found?.[1];
  if (!label) return null;
  if (/^(?:note|self|edit|update|caveat|also)/i.test(label)) return "skip";
  if (/free|plan|tier|includ|limit|offer|quota|cloud|feature|account|hobby|community|starter|developer/i.test(label))
    return null;
  return label.split(/\s+/).length <= 2 ? label : "skip";
}

function quotasInSentence(sentence: string, label: string | null): Limit[] {
  const limits: Limit[] = [];
  const shared = (/^per ([a-z]+)$/i.exec(label ?? "") ?? FOR_ALL_PER.exec(sentence))?.[1]?.toLowerCase();
  const add = (limit: Limit | null): void => {
    if (!limit) return;
    let { name } = limit;
    if (shared) name = / per /.test(name) ? name : `${name} per ${shared}`;
    else if (label && !name.toLowerCase().includes(label.toLowerCase())) name = `${label} ${name}`;
    if (name.split(/\s+/).length <= 6) limits.push({ ...limit, name });
  };
  const rest = sentence.replace(
    /(?<![\w.,$-])(\d{1,4}|one|two|three)[ -]?(min(?:ute)?|sec(?:ond)?|s|hour|h|day|d|week|month|year)s? ((?:(?:check|checks|monitoring|ping|probe|refresh|update|polling|test) )?(?:intervals?|frequency))\b|(?<![\w.,$-])(\d{1,4}|one|two|three)[ -](hour|day|week|month|year|yr)s?(?:['’]| of)? ((?:(?:data|log|logs|event|events|message|messages|metric|metrics|build|version|backup|session|replay|chat|trace|file|history|audit|email|search|uptime|analytics) )?(?:retention|history|lookback))\b/gi,
    (all, many, every, what, kept, unit, noun, at: number) => {
      const whose = many ? "" : retainedAt(sentence, at, all);
      if (whose === null) return " ";
      const count = String(many ?? kept);
      const value = /^\d/.test(count) ? Number(count) : count === "one" ? 1 : (WORDS[count.toLowerCase()] ?? 0);
      const name = many
        ? "check interval"
        : whose +
          String(noun)
            .toLowerCase()
            .replace(/^history (?=retention)/, "");
      if (value > 0 && (!many || /check|monitor|ping|probe|interval/i.test(String(what)))) {
        add({ name, value, unit: unitWord(String(every ?? unit)) });
      }
      return " ";
    },
  );
  const plain = rest
    .replace(ALLOWANCE_OF_MONEY, (...found) => {
      add(moneyQuota(found));
      return " ";
    })
    .replace(SPEND, (_all, sign: string, digits: string, factor: string | undefined, on: string) => {
      add({ name: `spend on ${on}`, value: numberOf(digits, factor, true), unit: `${CURRENCY[sign]} per month` });
      return " ";
    });
  const matches = [...plain.matchAll(NUMBER)];
  const known = matches.map((match) => quotaAt(plain, match, countNoun));
  const isOffer = OFFER.test(sentence) || limits.length > 0 || known.some((found) => found.length > 0);
  for (const [index, match] of matches.entries()) {
    const found = known[index]?.length || !isOffer ? (known[index] ?? []) : quotaAt(plain, match, statedNoun);
    for (const limit of found) add(limit);
  }
  return limits;
}

/** "10 GB bandwidth and 5 GB assets included for free per project": the scope applies to the whole sentence. */
const FOR_ALL_PER = /\b(?:included|free)(?: for free)? per (project|site|app|workspace|user|team|organization)\.?$/i;

/** "$5 of monthly credits" and "up to $10k monthly revenue": money that is given or may be earned, not paid. */
const ALLOWANCE_OF_MONEY =
  /(?:(?<=\b(?:up to|under|below|until|less than) )|(?<![\w~≈])(?=[^.;]*\bcredits?\b))([$€£])(\d[\d,]*(?:\.\d+)?)(k|m)?\b(?: ?(?:\/ ?|per |a |each |every )(month|mo)\b| (monthly))?(?: (?:in|of|worth of))?((?: (?!monthly\b)[a-z-]+){0,2}?)(?: (monthly))?((?: (?!monthly\b)[a-z-]+){0,2}?) (credits?|revenue)\b(?:(?: included| free)? ?(?:\/ ?|per |a |each |every )(month|mo)\b| (monthly))?/gi;
/** "Free for up to $5,000 spent on Google Cloud every month": money that the customer may spend elsewhere. */
const SPEND =
  /(?<=\b(?:up to|under|below) )([$€£])(\d[\d,]*(?:\.\d+)?)(k|m)? (?:spent|(?:of )?spend) on ([^.,;()]{2,40}?)(?: \([^)]*\))? (?:per|a|each|every) month\b/gi;
const CURRENCY: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP" };

/** Returns null unless the amount recurs monthly. */
function moneyQuota(found: readonly unknown[]): Limit | null {
  const [, sign, digits, factor, early, early1, before, middle, after, noun, late, late1] = found as string[];
  if (!(early ?? early1 ?? middle ?? late ?? late1)) return null;
  const words = `${before ?? ""}${after ?? ""}`.replace(/\b(?:in|of|free|included|worth)\b/gi, "").trim();
  const name = [words.toLowerCase(), /^credit/i.test(noun ?? "") ? "credits" : "revenue"].filter(Boolean).join(" ");
  const value = numberOf(digits ?? "", factor, true);
  return value > 0 ? { name: finalName(name), value, unit: `${CURRENCY[sign ?? ""]} per month` } : null;
}

/** Returns the subject of a bare retention: "3 GB logs (3-day retention)". Null if it cannot be named. */
function retainedAt(sentence: string, at: number, found: string): string | null {
  const after = sentence.slice(at + found.length);
  if (/^ for (?!free\b|all\b|up\b)/i.test(after)) return null;
  if (/[ -](?:data|logs?|events?|messages?|metrics?|sessions?|replay|file|audit|version|build) \S+$/i.test(found))
    return "";
  const held = /(?:^|\s)([A-Za-z-]+) \($/.exec(sentence.slice(0, at))?.[1]?.toLowerCase();
  if (!held) return "";
  const noun = pluralOf(held);
  return NOUNS.has(noun) || SIZE_NOUNS.has(held) ? `${held.replace(/(?<=[a-z]{3})s$/, "")} ` : "";
}

function unitWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^s(?:ec)?/.test(lower)) return "seconds";
  if (lower === "h" || /^hour/.test(lower)) return "hours";
  if (lower === "d" || /^day/.test(lower)) return "days";
  if (/^min/.test(lower)) return "minutes";
  return lower === "yr" ? "years" : `${lower}s`;
}

function quotaAt(text: string, match: RegExpExecArray, countedIn: NounReader): Limit[] {
  const [whole, digits, factor, plus, word] = match;
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  const clause =
    text
      .slice(0, match.index)
      .split(/[.;:()]\s?|,(?!\d{3})\s?/)
      .at(-1) ?? "";
  if (DENIED.test(clause) || /\bfirst [\d,]+ .*\band $/i.test(clause)) return [];
  let after = text.slice(match.index + whole.length);
  const isFirst = /\bfirst\s*$/i.test(before) && /^[^.;,(]*\bfree\b/i.test(after);
  if (plus || (BEFORE.test(before) && !isFirst) || AFTER_CLAUSE.test(after)) return [];
  const size = digits && !factor ? SIZE.exec(after) : null;
  if (size) after = after.slice(size[0].length);
  const value = word
    ? word.toLowerCase() === "unlimited"
      ? null
      : (WORDS[word.toLowerCase()] ?? 0)
    : numberOf(digits ?? "", factor, Boolean(size));
  if (value !== null && !(value > 0 && value < 1e13)) return [];

  const early = PERIOD.exec(after);
  if (early) after = after.slice(early[0].length);
  if (ODD_PERIOD.test(after)) return [];
  if (
    word?.toLowerCase() === "one" &&
    !(OFFER.test(text.slice(0, match.index)) && LEFT.test(before) && !/[(+]\s*$/.test(before))
  )
    return [];
  if (countedIn === statedNoun && !LEFT.test(before)) return [];
  const noun = size ? sizeNoun(after, countedIn === statedNoun) : countedIn(after, value);
  if (!noun) return [rateOf(after, value)].filter((rate) => rate !== null);
  after = after.slice(noun.length).replace(/^\s*\([^)]{1,40}\)(?=\s*(?:free )?(?:\/|per |a |each ))/i, "");
  if (ODD_PERIOD.test(after) || (noun.isSingular && FOLLOWS.test(after))) return [];
  const joined = size ? [] : joinedNouns(after, value);
  if (joined.length > 0) after = after.slice(joined.reduce((sum, { length }) => sum + length, 0));
  else after = after.replace(JOINED_PERIOD, "");
  const kept = size ? null : KIND_OF.exec(after)?.[0];
  if (kept) after = after.slice(kept.length);
  let late = early ? null : PERIOD.exec(after);
  if (late) after = after.slice(late[0].length);
  if (AFTER_CLAUSE.test(after) || ONLY_SO.test(after) || (size && /^ via\b/i.test(after))) return [];
  const scoped = SCOPE.exec(after);
  const scope = scoped?.[1]?.toLowerCase();
  if (scope && scope !== "account" && !SCOPES.has(scope)) return [];
  if (scoped) {
    const rest = after.slice(scoped[0].length);
    if (SCOPES.has(/^ ([a-z]+)/.exec(rest)?.[1] ?? "")) return [];
    if (scoped[0].trim().startsWith("/") && PLACES.test(noun.name) && PLACES.test(`${scope}s`)) return [];
    if (!early && !late) late = PERIOD.exec(rest);
  }

  let { name } = noun;
  let every = perPeriod(early?.[1] ?? late?.[1]) ?? adverb(early?.[2] ?? late?.[2]);
  const leading = /^(monthly|daily) /.exec(name);
  if (leading) {
    name = name.slice(leading[0].length);
    every ??= adverb(leading[1]);
  }
  const last = name.split(" ").at(-1) ?? "";
  const bracket = bracketAt(text, match.index);
  if ((size || RESOURCE.has(last) || SIZE_NOUNS.has(last)) && bracket === "each") return [];
  if (RESOURCE.has(last) && EACH_WITH.test(text.slice(0, match.index))) return [];
  const counted = value !== null && !every && !scope;
  if ((size || counted || RESOURCE.has(last)) && LATER_SCOPE.test(after)) return [];
  const mayFlow = FLOW.test(last) || (countedIn === statedNoun && !NOUNS.has(last));
  if (value !== null && !every && !scope && mayFlow && LATER_PERIOD.test(after)) return [];
  const shared = SHARED_SCOPE.exec(after)?.[1]?.toLowerCase();
  if (shared && SCOPES.has(shared) && pluralOf(shared) !== last) return [];
  if (last === "emails" && value === 1 && !every) return [];
  if (last === "tokens" && /^ of\b/.test(after)) return [];
  if (TIMED.has(last) && name === last && /\busage limit of $/i.test(before)) return [];
  if (isFirst && !every) return [];
  if (value !== null && value > (CAPS[last] ?? Number.POSITIVE_INFINITY) && !every) return [];
  if (TIMED.has(last) && name === last && !every) return [];
  const said = TRAILING_KIND.exec(after)?.[1];
  if (said && !size && (late || last === "active-users-monthly")) {
    if (
      TIMED.has(last) && name === last ? !FUNCTION_WORD.test(said) : !FUNCTION_WORD.test(said) && /^[a-z]+$/.test(said)
    )
      name = `${lowerNoun(said)} ${name}`;
  }
  if (kept) name += kept;
  if (TIMED.has(last) && name === last && /^(?:hours|minutes)$/.test(last) && every === "per day" && value === 24)
    return [];
  if (value !== null && !Number.isInteger(value) && !size && !TIMED.has(last) && !RESOURCE.has(last)) return [];
  const others = joined.map((other) => other.name);
  if (value !== null) name = [name, ...others].join(" and ");
  if (scope && scope !== "account")
    name = `${name} per ${scope === "org" ? "organization" : scope === "repo" ? "repository" : scope}`;
  const use = !scope && joined.length === 0 ? ONLY_IN.exec(after)?.[1] : undefined;
  if (use) name = use.endsWith(` ${last}`) ? use.replace(/^(?:for|in|on) /, "") : `${name} ${use}`;
  if (bracket && bracket !== "each" && !name.toLowerCase().includes(bracket.toLowerCase())) name = `${bracket} ${name}`;
  const unit = [size?.[1] ? sizeUnit(size[1]) : null, every].filter(Boolean).join(" ") || null;
  const names = value === null ? [name, ...others] : [name];
  return names.map((one) => ({ name: finalName(size ? one.replace(/\b(space|transfer)s$/, "$1") : one), value, unit }));
}

/** "40 hours/month VM credits", "2,000 MAU chat": the counted thing comes last. */
const TRAILING_KIND = /^ ([A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,2})(?=\s*[(),.;:]|$)/;
const FUNCTION_WORD =
  /\b(?:free|forever|for|with|of|and|or|on|in|to|per|available|via|each|every|an?|the|included|total|only|max|maximum|limits?|throughput|cap|plus|always|using|from|by|at|without|then|across|is|are|included|sending|read|as|renews)\b/i;
/** "10K records/month for data integration": the purpose of the counted thing. */
const ONLY_IN =
  /^(?: free)? ((?:for|in|on) (?!free\b|the\b|up\b|all\b|every|any\b|an?\b|one\b|single\b|unlimited|devel|devs?\b|individuals?|teams?\b|test|commercial|personal|private use|non-?c|each\b|your\b|our\b|total|use\b|hobby|open|oss\b|students?|public|no\b|which|both|demand)[A-Za-z][\w-]*(?: (?!with\b|and\b|or\b|of\b)[A-Za-z][\w-]*)?|with custom domains?)(?=\s*(?:,(?!(?: [\w-]+){1,3},? (?:and|or|&) )|[;()]|\.(?!\w)|$))/;
const EACH_WITH = /(?:\bunlimited|\b\d+|\b(?:two|three|four|five)) (?:[\w-]+ ){0,2}[a-z]+s with [^,.;]{0,20}$/i;
const PLAN_WORD =
  /\b(?:free|plans?|tier|includes?|limits?|offers?|quota|account|trial|beta|always)\b|^(?:hobby|community|starter|developer|basic|personal|individual|explore)$/i;

/** Returns the text before the bracket around a number: the name of a service, or "each" for a list of things. */
function bracketAt(text: string, index: number): string | "each" | null {
  const before = text.slice(0, index);
  const open = before.lastIndexOf("(");
  if (open < 0 || before.lastIndexOf(")") > open) return null;
  const head = before.slice(0, open);
  if (/(?:\bunlimited|\b\d[\d,]*|\b(?:two|three|four|five)) (?:[\w-]+ ){0,2}[a-z]+s\s+$/i.test(head)) return "each";
  const name =
    /(?:^|[,;:—–&+(](?: and)?|\b(?:includes?|including|with))\s*([A-Z][\w/-]*(?: [A-Z][\w/-]*){0,2})\s+$/.exec(
      head,
    )?.[1];
  return name && !PLAN_WORD.test(name) ? name : null;
}

function sizeUnit(raw: string): string {
  return /i/i.test(raw) ? `${raw[0]?.toUpperCase()}iB` : raw.toUpperCase();
}

function adverb(word: string | undefined): string | null {
  const every: Record<string, string> = { weekly: "per week", hourly: "per hour" };
  return word ? (every[word.toLowerCase()] ?? perPeriod(word)) : null;
}

/**
 * Returns a number. "3.000" and "3,000" are three thousand if things are counted; in sizes a point is a decimal point.
 */
function numberOf(digits: string, factor: string | undefined, isSize: boolean): number {
  const plain =
    !isSize && !factor && /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? digits.replace(/\./g, "") : digits.replace(/,/g, "");
  return round(Number(plain) * (factor ? (FACTORS[factor.toLowerCase()] ?? Number.NaN) : 1));
}

type Noun = { name: string; length: number; isSingular: boolean };
type NounReader = (after: string, value: number | null) => Noun | null;

/** Words that may come before an allowance. After any other word the number is part of a name ("Windows 10 users"). */
const LEFT =
  /(?:^|[,;:(&+]|\b(?:and|or|with|to|for|(?:limit|maximum|max|total|allowance|quota) of|includes?|including|included|limits?|limited|restricted|offers?|offering|provides?|providing|allows?|allowing|gives?|giving|gets?|have|has|having|your?|us|only|free|plus|contains?|is|are|max\.?|maximum|at most|create|host|monitor|send|manage|store|track|run|plan|tier|version))\s*$/i;
const OFFER =
  /\bfree\b|\bplans?\b|\btiers?\b|\bincludes?\b|\bincluding\b|\blimit(?:s|ed)?\b|\brestricted\b|\ballow(?:s|ed|ance)?\b|\bup to\b|\bunlimited\b/i;
/** The end of a noun phrase. */
const PHRASE_END =
  /^\s*(?:$|of (?=(?:[a-z-]+ )?throughput\b)|\.(?![a-z])|[,;:()!+&|/]|(?:and|or|per|for|with|in|on|at|to|free|monthly|daily|weekly|each|every|a|an|plus|that|which|via|included|only|max|maximum|total|by|from|under|without|as|including)\b)/i;
/** Nouns that usually describe the size of a catalogue, a duration or a quality, not an allowance. */
const NO_ALLOWANCE =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|times?|countries|country|languages?|currenc(?:y|ies)|integrations?|platforms?|ways?|steps?|types?|formats?|categor(?:y|ies)|icons?|stars?|compan(?:y|ies)|business(?:es)?|others?|things?|options?|features?|services?|points?|levels?|clicks?|frameworks?|librar(?:y|ies)|providers?|browsers?|tools?|plans?|tiers?|colou?rs?|themes?|styles?|sizes?|bits?|cores?|places?|accounts?|details?|basics?|essentials?|startups?|people|access|support|analytics|seconds|intervals?|limits?|retention|history|timeouts?|regions?|layers?|mockups?)$/i;
const NO_PART =
  /^(?:more|other|additional|extra|new|starting|initial|introductory|welcome|bonus|automated|predefined|popular|different|various|ready|ready-made|ready-to-use|pre-built|prebuilt|built-in|global|supported|major|leading|top|best|easy|simple|percent|million|thousand|hundred|billion|x|months?|years?|days?|weeks?|hours?|minutes?|seconds?|hour|is|are|was|will|can|you|your|we|our|this|these|not|no)$/i;

/** A daily or monthly count is an allowance, even of things that occur without the user's action. */
const EACH_TIME = /^[^.,;]{0,60} (?:per|a|each) (?:day|week|month)\b/i;

/** Returns an unknown noun if its phrase is complete: "100 catalog items," and "25 concurrent Actor runs". */
function statedNoun(after: string, value: number | null): Noun | null {
  const known = countNoun(after, value);
  if (known) return known;
  const words: string[] = [];
  let at = /^\s*free(?= )/i.exec(after)?.[0].length ?? 0;
  while (words.length < 5 && !PHRASE_END.test(after.slice(at))) {
    const found = /^\s*(?<![A-Za-z])([A-Za-z][A-Za-z0-9-]*)(?![\w'’@])/.exec(after.slice(at));
    if (!found?.[1] || (NO_PART.test(found[1]) && !(found[1] === "automated" && EACH_TIME.test(after)))) return null;
    words.push(found[1]);
    at += found[0].length;
  }
  const last = words.at(-1);
  if (!last || /\d/.test(last) || words.length > 4 || !PHRASE_END.test(after.slice(at)) || NO_ALLOWANCE.test(last))
    return null;
  const isPlural = /^[A-Z]+s$|[a-z](?<!s|u|i|ic)s$/.test(last);
  if (value === 1 ? isPlural || /^[A-Z]+$/.test(last) || last.length < 3 : !isPlural) return null;
  if (value !== null && !Number.isInteger(value)) return null;
  const many = value === 1 ? plural(last) : last;
  const name = [...words.slice(0, -1), many].join(" ");
  return { name: /^[a-z]/.test(last) ? name : lowerNoun(name), length: at, isSingular: false };
}

/** Splits nouns: "400 PDFs and screenshots" counts both together, "unlimited users, projects and forms" each. */
function joinedNouns(after: string, value: number | null): Noun[] {
  const list = value === null ? JOINED_LIST.exec(after)?.[0] : JOINED.exec(after)?.[0];
  if (!list) return [];
  const nouns: Noun[] = [];
  for (const [whole, item = ""] of list.matchAll(/(?:, (?:and |& )?| (?:and|&) )([^,&]+?)(?=,| and | & |$)/g)) {
    const noun = countNoun(` ${item}`, value);
    if (!noun || noun.length !== item.length + 1 || noun.isSingular) return [];
    if (value !== null && MAY_BE_FEATURE.test(item) && !PERIOD.test(after.slice(list.length))) return [];
    nouns.push({ ...noun, length: whole.length });
  }
  return nouns;
}

const JOINED =
  /^ (?:and|&) [a-z-]+(?: [a-z-]+)?(?=\s*(?:[,.;:()]|$|(?:\/|per |a |each |every )\s?(?:month|mo|day|year|week|hour)\b))/i;
const JOINED_LIST = /^(?:(?:, [a-z -]+){1,5},)? (?:and|&) [a-z -]+?(?=[,.;:()]|$)/i;
/** Features that a plan may have without a count, in a list with counted things. */
const MAY_BE_FEATURE =
  /(?:webhooks|alerts|notifications|reports|logs|backups|exports|imports|comments|dashboards|forms|environments|analytics)$/i;
/** "10,000 messages of search history", "120 hours of runtime". */
const KIND_OF =
  /^ of (?:[a-z-]+ ){0,2}?(?:history|runtime|running time|compute(?: time)?|usage|throughput|execution|video|audio|recordings?|transcription|streaming|speech|content|credits)(?=\s*(?:[,.;:()]|$|and\b|(?:\/|per\b|a\b|each\b|every\b|monthly\b|free\b|for\b)))/i;

function countNoun(after: string, value: number | null): Noun | null {
  const noun = nounIn(
    after,
    (word) => NOUNS.has(pluralOf(word)) && (value === 1 || pluralOf(word) === (SPELLINGS[word] ?? word)),
  );
  return (
    noun ?? (value === null ? nounIn(after, (word) => /^(?:storage|bandwidth|traffic|transfer)$/.test(word)) : null)
  );
}

function sizeNoun(after: string, isStated: boolean): Noun | null {
  const known = nounIn(after, (word) => SIZE_NOUNS.has(word));
  if (known || !isStated) return known;
  const found = STATED_SIZE.exec(after);
  const rest = after.slice(found?.[0].length);
  if (!found?.[1] || !PHRASE_END.test(rest) || /^ ?\+ ?[a-z]/i.test(rest)) return null;
  const words = found[1].split(" ");
  return words.some((word) => NO_PART.test(word) || /^(?:per|with|and|for|or)$/i.test(word))
    ? null
    : {
        name: /[a-z]$/.test(found[1]) && /(?:^| )[a-z]+$/.test(found[1]) ? found[1] : lowerNoun(found[1]),
        length: found[0].length,
        isSingular: false,
      };
}

/** "100 MB of online storage", "1 GB network". */
const STATED_SIZE =
  /^ ?(?:of )?(?:free |total )?((?:[a-z-]+ ){0,2}(?:storage|bandwidth|transfer|traffic|egress|memory|RAM|disk|network|assets|media|volumes?|database))(?= |[^\w-]|$)/i;

function nounIn(after: string, isNoun: (word: string) => boolean): Noun | null {
  const words: string[] = [];
  let best: Noun | null = null;
  let at = 0;
  for (let n = 0; n < 6; n += 1) {
    const found = /^[\s-]*([A-Za-z][A-Za-z0-9-]*)/.exec(after.slice(at));
    if (!found?.[1]) break;
    at += found[0].length;
    const word = found[1].toLowerCase();
    if (best && SKIPPED.has(word)) break;
    if (SKIPPED.has(word)) continue;
    if (/^(?:minute|hour|second|day)$/.test(word) && !(word === "hour" && words.length > 0)) break;
    if (word === "active-users-monthly" && isNoun("users")) {
      best = { name: [...words, word].join(" "), length: at, isSingular: false };
      break;
    }
    if (isNoun(word)) {
      const many = SIZE_NOUNS.has(word) && word !== "space" ? word : pluralOf(word);
      const isSingular = word === "data" || (!SIZE_NOUNS.has(word) && many !== (SPELLINGS[word] ?? word));
      best = { name: [...words, many].join(" "), length: at, isSingular };
    } else if (!MODIFIERS.has(word)) {
      if (best && /^(?:activit(?:y|ies)|limit|limits|maximum|cap)$/.test(word)) return null;
      break;
    }
    words.push(word);
    if (/^[,.;:()&]/.test(after.slice(at))) break;
  }
  return best && best.name.split(" ").length <= 4 ? best : null;
}

function pluralOf(word: string): string {
  const spelled = SPELLINGS[word] ?? word;
  if (NOUNS.has(spelled)) return spelled;
  const candidates = [`${spelled}s`, spelled.replace(/y$/, "ies"), `${spelled}es`];
  return candidates.find((candidate) => NOUNS.has(candidate)) ?? spelled;
}

/** Reads "10 RPM" and similar rates. */
function rateOf(after: string, value: number | null): Limit | null {
  const rate = /^\s?(RPM|RPD|RPS|QPS|TPM)\b/.exec(after)?.[1];
  if (!rate || value === null) return null;
  return {
    name: rate.startsWith("T") ? "tokens" : rate.startsWith("Q") ? "queries" : "requests",
    value,
    unit: /M$/.test(rate) ? "per minute" : /D$/.test(rate) ? "per day" : "per second",
  };
}

const CAPITALS: Record<string, string> = {
  api: "API",
  apis: "APIs",
  sms: "SMS",
  ai: "AI",
  arm: "Arm",
  ram: "RAM",
  ssd: "SSD",
  hdd: "HDD",
  nvme: "NVMe",
  vcpus: "vCPUs",
  cpus: "CPUs",
  gpus: "GPUs",
  vms: "VMs",
  http: "HTTP",
  https: "HTTPS",
  dns: "DNS",
  cdn: "CDN",
  ocr: "OCR",
  pdf: "PDF",
  pdfs: "PDFs",
  tts: "TTS",
  cpu: "CPU",
  gpu: "GPU",
  vcpu: "vCPU",
  llm: "LLM",
  ui: "UI",
  iot: "IoT",
  ip: "IP",
  urls: "URLs",
  url: "URL",
  qr: "QR",
  sql: "SQL",
  graphql: "GraphQL",
  rest: "REST",
  webrtc: "WebRTC",
  ssl: "SSL",
  git: "Git",
};

function finalName(name: string): string {
  return name
    .replace(/active-users-monthly/g, "monthly active users")
    .replace(/\bstorage spaces?$|\bspace$/, "storage")
    .replace(/\bpages? ?views$/, "page views")
    .split(" ")
    .map((word) => CAPITALS[word] ?? word)
    .join(" ");
}

/** Returns each limit once. A name with several values for one unit is ambiguous and is dropped. */
export function withoutContradictions(limits: readonly Limit[]): Limit[] {
  const key = (limit: Limit): string => `${limit.name.toLowerCase()}|${limit.unit ?? ""}`;
  const values = new Map<string, Set<number | null>>();
  for (const limit of limits) values.set(key(limit), (values.get(key(limit)) ?? new Set()).add(limit.value));
  const seen = new Set<string>();
  return limits.filter((limit) => {
    if ((values.get(key(limit))?.size ?? 0) > 1 || seen.has(key(limit))) return false;
    seen.add(key(limit));
    return true;
  });
}

/** Returns the days of a trial that a text names. Null if it names no length or several. */
export function trialDaysIn(text: string): number | null {
  const days = new Set<number>();
  for (const match of text.matchAll(
    /(?<![\d–-])(\d{1,3})[- ](day|week|month)s?(?:,? (?!of\b)[A-Za-z]+){0,2}? trial\b/gi,
  )) {
    days.add(Number(match[1]) * ({ day: 1, week: 7, month: 30 }[match[2]?.toLowerCase() ?? ""] ?? 1));
  }
  const [only] = days;
  return days.size === 1 && only && only > 0 ? only : null;
}
