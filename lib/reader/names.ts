import { wordsOf } from "./languages";
import { captionOf, isCustomText, isFreeText, readPrices } from "./price-text";

const BADGE = new RegExp(
  `^(?:${wordsOf("popular")}!?|new!?|beta|limited(?: time)?(?: offer)?|(?:save|spare)(?![\\p{L}]).*|current plan|your plan|hot|sale|special offer|offer|${wordsOf("soon")}[.!…]*|\\d+ ?% off.*|.* ${wordsOf("popular")})$`,
  "iu",
);
const SOON = new RegExp(`^${wordsOf("soon")}[.!…]*$`, "iu");
/** Returns whether a line says that a tier is not on sale yet. */
export const isAnnounced = (text: string): boolean => SOON.test(text.trim());
const ACTION =
  /^(?:get (?:started|it|access|a|an|your|my|in touch|the|\w+ now)\b|start (?:now|free|for free|your|a|my|today|trial|with)\b|try (?:it|now|for|free|the|our|out|today|\w+ (?:free|now|for))|buy\s|sign ?up|choose\s|select (?:a |this |the )?(?:plan|\w+ plan)|subscribe(?: now)?$|contact\b|learn more|upgrade (?:to|now|your)|see\s|view\s|request (?:a|demo)|book (?:a|demo)|talk (?:to|with)\b|download\b|log ?in|join (?:now|us|free|the)|order now|add to cart|compare\s|jetzt\b|essayer\b|commencer\b|empezar\b|probar\b|comprar\b|schedule a)/iu;
const SENTENCE =
  /^(?:what['’]?s? |everything |all (?:the )?(?:features|plans|of)|includes?\b|included\b|including\b|features?\b|key features|top features|core features|ideal\b|perfect\b|best for\b|great for\b|designed\b|billed\b|per\b|how\b|why\b|where\b|when\b|who\b|which\b|can\b|do\b|does\b|is\b|are\b|will\b|faq|frequently|our (?:plans|pricing|prices)|(?:\w+ )?(?:plans?|prices?|pricing)(?: (?:and|&) (?:plans?|pricing|prices|billing))?$|(?:simple|transparent|flexible|affordable|fair|honest)\b.*\b(?:pricing|prices?|plans?|tariffs?)\b|pick\b|find\b|questions\b|need\b|have\b|still\b|trusted\b|loved\b|testimonials?|reviews?|limits?\b|usage\b|support$|integrations?$|security$|benefits|details|description|(?:estimated|monthly|annual|yearly|grand|sub)?[ -]?total\b|estimated\b|price|cost|unlimited\b|up to\b|over\b|plus .|and .|or .|no .|free trial|\d+[- ]day|vorteile|enthalten|inklusive|alles\b|tout\b|incluye|todo\b|compris|save\b|from\b|starting\b|preise|tarife|tarifs|precios|planes|preços|planos|prezzi|piani|monthly billing|yearly billing|an? \p{L}+ (?:of|with|for)\b|summary|overview|you\b|your\b|with(?:out)? |before$|after$|current(?:ly)?$|order summary|about\b|for (?:your|the|those|when|all|any|every)\b)/iu;

const NAME_MOST = 40;

/** Returns whether a heading may name a tier: short, and not a badge, a call to action, a price or a sentence. */
export function isTierName(given: string, allowTerms = false): boolean {
  const text = given.trim();
  if (text.length === 0 || text.length > NAME_MOST || !/\p{L}/u.test(text)) return false;
  if (text.split(/\s+/).length > 5 || /[?!:;…]$|[.](?!\w)\S*$/.test(text.replace(/\b(?:Inc|Co)\.$/, ""))) return false;
  if (allowTerms && /^(?:monthly|annual|annually|yearly)$/i.test(text)) return true;
  if (captionOf(text) !== null || BADGE.test(text) || ACTION.test(text) || SENTENCE.test(text)) return false;
  // "1. Example": an item of a list.
  if (/%/.test(text) || /^(?:#|\d{1,2}[.)])\s/.test(text)) return false;
  // "1–10 users", "50 GB": a step on a scale.
  if (
    /^(?:[<>≤≥~]|up to|over|under)?\s*\d[\d,.]*\s*(?:k|m)?\s*(?:[-–—+]|to|gb|tb|users?|seats?|contacts?|emails?|requests?|members?|agents?|employees?|credits?|months?|years?)/iu.test(
      text,
    )
  )
    return false;
  if (readPrices(text).some((mention) => mention.kind === "price")) return false;
  return !(
    isCustomText(text) &&
    !/^(?:custom|individuell|personalizado|personalizada|tailored|bespoke|sur mesure|su misura|a medida|sob medida|op maat)$/i.test(
      text,
    )
  );
}

/** Returns whether a heading is worded like a button: "Try it free". */
export const isActionName = (text: string): boolean =>
  ACTION.test(text.trim()) && text.trim().split(/\s+/).length <= 4 && /\p{L}$/u.test(text.trim());

/** Returns the same key for "Pro plan" and "PRO". */
export const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .replace(/\b(?:the|plan|tier|package|edition)\b/g, " ")
    .trim()
    .replace(/\s+/g, " ") || name.toLowerCase();

export const isFreeName = (name: string): boolean => isFreeText(name.replace(/^the | plan$/giu, ""));
export const isBadge = (text: string): boolean => BADGE.test(text.trim());

/** Headings of sections without tiers. */
export const NO_TIERS =
  /\b(?:add[- ]?ons?|frequently asked|faqs?|testimonials?|what (?:our )?customers|case stud(?:y|ies)|competitors?|alternatives? to|vs\.?|versus|compared? (?:to|with|against)|compares (?:to|with|against)|how (?:we|\w+) compares?|the others|other tools|switch(?:ing)? from|(?:would|could|can|will|you|['’]ll) (?:you )?save\b|savings|elsewhere|(?:do|doing|build|building|run|running) it (?:your|our)self|yourself|in-house|the cost of|best\b.*\b(?:apps?|tools?|software|of 20\d\d)|marketplace|would pay|others charge|calculator|bolt[- ]?ons?|top[- ]?ups?|credit packs?|power[- ]?ups?|zusatz(?:module|leistungen|optionen)|zusätzliche|options supplémentaires|complementos|häufige fragen|questions fréquentes|preguntas frecuentes|perguntas frequentes)\b|^(?:(?:optional |paid |available |popular |our )?(?:extras|examples?|support(?: plans?)?|questions|reviews|alternatives|roi|estimates?|estimator|related.*|blog|news|careers|jobs|(?:open|current) (?:positions|roles|openings)|vacancies|(?:join|work with) (?:us|our team|the team)|salar(?:y|ies)|we are hiring|professional services|training|onboarding|implementation|support packages?|overages?|usage rates|boosters?|services)|got questions.*|any questions.*)[?.!]?$/iu;

const OF_ONE =
  /^how much (?:does|do|is|are) (.{2,40}?) (?:cost|charge)s?\b|^(.{2,40}?) (?:pricing|prices|costs?)\b.*\b(?:explained|reviewed|review|guide|breakdown|worth it|20\d\d)\b/iu;
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns whether a heading is about a product of another site: "How much does Example CRM cost?" is then an article
 * about another vendor's prices.
 */
export function isOfAnother(heading: string, url: string): boolean {
  const [, asked, told] = OF_ONE.exec(heading.trim()) ?? [];
  const subject = (asked ?? told)?.replace(/^(?:the|an?) /iu, "");
  if (subject === undefined || !/^\p{Lu}/u.test(subject) || !URL.canParse(url)) return false;
  if (/^(?:our|your|my|all)\b/iu.test(subject)) return false;
  const [first = ""] = subject.split(/\s+/);
  const own = new URL(url).hostname.split(".").map(letters);
  return !own.some((label) => label.includes(letters(subject)) || (label !== "" && label.startsWith(letters(first))));
}

export { isFreeText };
