import type { CheerioAPI } from "cheerio/slim";
import { DOLLARS, isCode, type MoneyContext } from "./currency";
import { type DomElement, elementsOf, textWithin } from "./dom";

const DOLLAR_NAMES: [RegExp, string][] = [
  [/\b(?:canadian dollars?|CAD|CA\$|C\$)(?![A-Za-z])/u, "CAD"],
  [/\b(?:australian dollars?|AUD|AU\$|A\$)(?![A-Za-z])/u, "AUD"],
  [/\b(?:new zealand dollars?|NZD|NZ\$)(?![A-Za-z])/u, "NZD"],
  [/\b(?:singapore dollars?|SGD|S\$)(?![A-Za-z])/u, "SGD"],
  [/\b(?:hong kong dollars?|HKD|HK\$)(?![A-Za-z])/u, "HKD"],
  [/\b(?:new taiwan dollars?|TWD|NT\$)(?![A-Za-z])/u, "TWD"],
  [/\b(?:mexican pesos?|MXN|MX\$)(?![A-Za-z])/u, "MXN"],
  [/\b(?:US dollars?|U\.S\. dollars?|USD|US\$)(?![A-Za-z])/u, "USD"],
];

const STATEMENT =
  /\b(?:prices?|pricing|amounts?|fees|plans|rates|charges|billed|charged|invoiced|preise|prix|precios|preços|prezzi)\b[^.\n]{0,60}?\b(?:in|en|em)\s+(US dollars?|U\.S\. dollars?|Canadian dollars?|Australian dollars?|New Zealand dollars?|Singapore dollars?|Hong Kong dollars?|Mexican pesos?|[A-Z]{3}|euros?|pounds?)\b/giu;

const NAMED: Record<string, string> = {
  "us dollar": "USD",
  "u.s. dollar": "USD",
  "canadian dollar": "CAD",
  "australian dollar": "AUD",
  "new zealand dollar": "NZD",
  "singapore dollar": "SGD",
  "hong kong dollar": "HKD",
  "mexican peso": "MXN",
  euro: "EUR",
  pound: "GBP",
};

const DOLLAR_DOMAINS: Record<string, string> = {
  au: "AU",
  ca: "CA",
  nz: "NZ",
  sg: "SG",
  hk: "HK",
  tw: "TW",
  mx: "MX",
  ar: "AR",
  cl: "CL",
};

/** Returns a region that the URL names and the language does not. */
function regionOfUrl(url: string): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  const top = parsed.hostname.split(".").at(-1) ?? "";
  const path = /^\/(?:[a-z]{2}[-_])?([a-z]{2})(?:\/|$)/i.exec(parsed.pathname);
  const inPath =
    path && (/^\/[a-z]{2}[-_]/i.test(parsed.pathname) || /^(?:au|nz|sg|hk|mx)$/i.test(path[1] ?? ""))
      ? path[1]?.toLowerCase()
      : undefined;
  return (inPath !== undefined ? DOLLAR_DOMAINS[inPath] : undefined) ?? DOLLAR_DOMAINS[top];
}

const localeOf = ($: CheerioAPI): string | undefined => {
  const first = (test: (element: DomElement) => string | undefined) => {
    for (const element of elementsOf($)) {
      const value = test(element);
      if (value !== undefined && value !== "") return value;
    }
    return undefined;
  };
  const stated =
    first(({ name, attribs }) =>
      name === "html" || name === "body" ? (attribs.lang ?? attribs["xml:lang"]) : undefined,
    ) ??
    first(({ name, attribs }) =>
      name === "meta" &&
      (attribs.property === "og:locale" || attribs["http-equiv"]?.toLowerCase() === "content-language")
        ? attribs.content
        : undefined,
    );
  const locale = stated?.trim().replace("_", "-");
  return locale !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(locale) ? locale : undefined;
};

/** Returns the money and language facts of the whole page. */
export function moneyOf($: CheerioAPI, url: string, visibleText: string): MoneyContext {
  const text = visibleText.slice(0, 400_000);
  const locale = localeOf($);
  const context: MoneyContext = {};
  if (locale !== undefined) context.locale = locale;
  const currency = statedCurrency($, text);
  if (currency !== undefined) context.defaultCurrency = currency;
  const region = regionOfUrl(url);
  if (region !== undefined && currency === undefined && /^(?:en|fr|es|zh)?(?:-|$)/.test(locale ?? ""))
    context.locale = `${locale?.split("-")[0] ?? "en"}-${region}`;
  const mark = shownDecimalMark(text);
  if (mark !== null) context.decimalMark = mark;
  return context;
}

function statedCurrency($: CheerioAPI, text: string): string | null | undefined {
  const stated = new Set<string>();
  for (const match of text.matchAll(STATEMENT)) {
    const word = match[1] ?? "";
    const code = NAMED[word.toLowerCase().replace(/s$/, "")] ?? (isCode(word) ? word : undefined);
    if (code !== undefined) stated.add(code);
  }
  if (stated.size === 1) return [...stated][0];
  if (stated.size > 1) return null;
  const selected = selectedCurrency($);
  if (selected !== undefined) return selected;
  const structured = new Set<string>();
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    for (const match of $(script)
      .text()
      .slice(0, 300_000)
      .matchAll(/"priceCurrency"\s*:\s*"([A-Z]{3})"/g))
      structured.add(match[1] ?? "");
  }
  for (const { attribs } of elementsOf($)) {
    if (attribs.itemprop === "priceCurrency" || /price:currency$/.test(attribs.property ?? ""))
      structured.add((attribs.content ?? "").trim().toUpperCase());
  }
  const known = [...structured].filter((code) => isCode(code));
  if (known.length === 1) return known[0];
  if (known.filter((code) => DOLLARS.has(code)).length > 1) return null;
  const named = DOLLAR_NAMES.filter(([pattern]) => pattern.test(text)).map(([, code]) => code);
  if (named.length === 0) return undefined;
  if (named.includes("USD"))
    return named.length === 1 ? "USD" : /(?:CA|AU|NZ|HK|NT|MX|[ACS])\$\s?\d/.test(text) ? null : "USD";
  return null;
}

/** Returns the selected currency of the page's own chooser. */
function selectedCurrency($: CheerioAPI): string | null | undefined {
  for (const select of elementsOf($)) {
    if (select.name !== "select") continue;
    const options = optionsOf(select);
    const codes = options.map(
      (option) =>
        /\b([A-Z]{3})\b/.exec(`${option.attribs.value ?? ""} ${textWithin(option, 60)}`.toUpperCase())?.[1] ?? "",
    );
    if (codes.filter((code) => isCode(code)).length < 2) continue;
    const chosen = options.findIndex((option) => "selected" in option.attribs);
    const code = codes[chosen === -1 ? 0 : chosen] ?? "";
    return isCode(code) ? code : null;
  }
  for (const element of elementsOf($)) {
    const { attribs } = element;
    const said = [attribs["aria-selected"], attribs["aria-pressed"], attribs["aria-checked"], attribs["aria-current"]];
    if (!said.includes("true") && !/(?:^|\s)(?:active|selected)(?:\s|$)/.test((attribs.class ?? "").slice(0, 500)))
      continue;
    const text = textWithin(element, 40).trim();
    if (text.length > 12) continue;
    const code = /^(?:[$€£¥] ?)?([A-Z]{3})(?: ?[$€£¥])?$/.exec(text)?.[1];
    if (code !== undefined && isCode(code)) return code;
  }
  return undefined;
}

function optionsOf(select: DomElement): DomElement[] {
  const options: DomElement[] = [];
  for (const child of select.children) {
    if (!("attribs" in child) || options.length > 200) continue;
    if (child.name === "option") options.push(child);
    else for (const inner of child.children) if ("attribs" in inner && inner.name === "option") options.push(inner);
  }
  return options;
}

function shownDecimalMark(text: string): "." | "," | null {
  const near = text.matchAll(
    /(?:[$€£₹₩¥]|kr|zł|CHF|EUR|USD|GBP)?[ \u00a0]?(\d{1,3}(?:[.,'’ \u00a0]\d{3})*([.,])\d{2})(?![\d.,]\d|\d)[ \u00a0]?(?:[$€£₹₩¥]|kr|zł|CHF|EUR|USD|GBP)?/gu,
  );
  const seen = new Set<string>();
  for (const match of near) {
    if (match[0] === match[1] || !/[$€£₹₩¥A-Zk]|zł/.test(match[0])) continue;
    seen.add(match[2] ?? "");
  }
  if (seen.size !== 1) return null;
  return seen.has(",") ? "," : ".";
}
