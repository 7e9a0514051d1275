import type { CheerioAPI } from "cheerio/slim";
import { marked, type TokensList } from "marked";
import { boxesOf, linesOf } from "./boxes";
import { readHtml } from "./html";
import { parseHtml } from "./html-tree";
import { readPlans } from "./page-state";
import type { Page, Rung, RungContext } from "./rung";
import { visibleOf } from "./settle";
import type { Extraction, Refusal } from "./types";

const MOST_FILES = 3;
const LONGEST_FILE = 200_000;
const LONGEST_BLOCK = 10_000;
const NAMES_PRICES = /pric|tarif|plans?\b/i;

type Kind = "markdown" | "json" | "index";

interface Pointer {
  url: string;
  kind: Kind;
}

/**
 * Reads a file that the vendor offers to machines: the page itself if it is Markdown, text or JSON; a file that the
 * page announces; and, if the page shows no price at all, llms.txt and pricing.md of the same site. Fetches at most
 * three.
 */
export const machineFile: Rung = async (page: Page, context: RungContext): Promise<Extraction> => {
  if (context.document === null) return readFile(page, kindOf(page.contentType, page.url));
  const refusals: Refusal[] = [];
  if (context.fetchMore === undefined) return { reading: null, refusals };
  const announced = announcedBy(context.document, page.url);
  const queue = [...announced];
  if (visibleOf(context).isSilent) {
    for (const path of ["/llms.txt", "/pricing.md"]) {
      const url = sameSite(path, page.url);
      if (url) queue.push({ url, kind: path.endsWith(".txt") ? "index" : "markdown" });
    }
  }
  const asked = new Set([page.url]);
  for (let fetched = 0; fetched < MOST_FILES && queue.length > 0; ) {
    const { url, kind } = queue.shift() as Pointer;
    if (asked.has(url)) continue;
    asked.add(url);
    fetched += 1;
    const file = await context.fetchMore(url).catch(() => null);
    // A site that returns its front page for any URL has no such file.
    if (
      file === null ||
      file.text.length > LONGEST_FILE ||
      /html/i.test(file.contentType) ||
      /^\s*<!doctype html/i.test(file.text)
    )
      continue;
    const isIndex = kind === "index";
    if (isIndex && readable(file.text) === null) continue;
    const own = { url, contentType: file.contentType, text: isIndex ? pricesOf(file.text) : file.text };
    const extraction = readFile(own, kind === "json" || /json/i.test(file.contentType) ? "json" : "markdown");
    refusals.push(...extraction.refusals);
    if (extraction.reading) return { reading: extraction.reading, refusals };
    if (isIndex) queue.unshift(...linkedIn(file.text, url));
  }
  return { reading: null, refusals };
};

function readFile(page: Page, kind: Kind): Extraction {
  if (page.text.length > LONGEST_FILE) {
    return {
      reading: null,
      refusals: [{ extractor: "machine-file", what: page.url, why: "it is longer than is read" }],
    };
  }
  return kind === "json" ? readJson(page) : readMarkdown(page);
}

const kindOf = (contentType: string, url: string): Kind =>
  /json/i.test(contentType) || /\.json(?:$|\?)/i.test(url) ? "json" : "markdown";

function readJson({ text }: Page): Extraction {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      reading: null,
      refusals: [{ extractor: "machine-file", what: "the file", why: "its JSON cannot be parsed" }],
    };
  }
  return readPlans("machine-file", [{ label: "", value, source: text }], { document: null, visibleText: "" });
}

/** Renders Markdown and reads it like a page. */
function readMarkdown(page: Page): Extraction {
  const markdown = readable(page.text);
  const html = markdown === null ? null : rendered(markdown);
  if (html === null) {
    return {
      reading: null,
      refusals: [{ extractor: "machine-file", what: page.url, why: "its Markdown cannot be read" }],
    };
  }
  const document = parseHtml(html);
  document("script, style, iframe").remove();
  inSections(document);
  const { root } = boxesOf(document);
  const visibleText = linesOf([root])
    .map(({ text }) => text)
    .join("\n");
  const { reading, refusals } = readHtml(
    { ...page, contentType: "text/html", text: html },
    { document, visibleText },
  ) as Extraction;
  const extractor = "machine-file" as const;
  return {
    reading: reading && { ...reading, extractor },
    refusals: refusals.map((refusal) => ({ ...refusal, extractor })),
  };
}

/** Removes front matter and deep nesting. Null if a block is so large that the parser would take minutes. */
function readable(text: string): string | null {
  const body = text
    .replace(/^\ufeff?---\r?\n[\s\S]{0,4000}?\r?\n---\r?\n/, "")
    .replace(/^[ \t]{17,}/gm, " ".repeat(16));
  return body.split(/\n[ \t\r]*\n/).some((block) => block.length > LONGEST_BLOCK) ? null : body;
}

/** Returns null if the nesting is too deep for the parser. */
function rendered(markdown: string): string | null {
  try {
    return marked.parse(markdown, { async: false, gfm: true });
  } catch {
    return null;
  }
}

/** Wraps the content under each heading in a section, as on a page. */
function inSections(document: CheerioAPI): void {
  for (const level of [6, 5, 4, 3, 2, 1]) {
    document(`h${level}`).each((_, heading) => {
      const higher = Array.from({ length: level }, (_one, at) => `h${at + 1}`).join(", ");
      const content = document(heading).nextUntil(higher);
      const section = document("<section></section>");
      document(heading).before(section);
      section.append(document(heading), content);
    });
  }
}

function tokensOf(text: string): TokensList | [] {
  try {
    return marked.lexer(text);
  } catch {
    return [];
  }
}

/** From a site index, returns only the content under headings about prices. */
function pricesOf(text: string): string {
  const tokens = tokensOf(text);
  let depth = 0;
  return tokens
    .filter((token) => {
      if (token.type === "heading") {
        if (depth === 0 || token.depth <= depth)
          depth = NAMES_PRICES.test(token.text) && token.depth > 1 ? token.depth : 0;
      }
      return depth > 0;
    })
    .map(({ raw }) => raw)
    .join("");
}

/** Returns the files about prices that an index links to. */
function linkedIn(text: string, base: string): Pointer[] {
  const pointers: Pointer[] = [];
  marked.walkTokens(tokensOf(text), (token) => {
    if (token.type !== "link" || typeof token.href !== "string") return;
    const url = sameSite(token.href, base);
    if (url === null || !NAMES_PRICES.test(`${token.text} ${new URL(url).pathname}`)) return;
    const extension = /\.(md|txt|json)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase();
    if (extension) pointers.push({ url, kind: extension === "json" ? "json" : "markdown" });
  });
  return pointers;
}

function announcedBy(document: CheerioAPI, base: string): Pointer[] {
  const pointers: Pointer[] = [];
  const own = new URL(base);
  document('link[rel~="alternate"][href], a[href]').each((_, element) => {
    const link = document(element);
    const url = sameSite(link.attr("href") ?? "", base);
    if (url === null || pointers.length >= MOST_FILES || pointers.some((known) => known.url === url)) return;
    const { pathname } = new URL(url);
    const type = (link.attr("type") ?? "").toLowerCase();
    const isLink = element.type === "tag" && element.name === "link";
    const isJson = /\.json$/i.test(pathname) || type.includes("json");
    const isText = /\.(?:md|txt)$/i.test(pathname) || /markdown|text\/plain/.test(type);
    if (!isJson && !isText) return;
    // An alternate of this page is about its prices; any other file only if its name says so.
    const isAlternate =
      isLink && pathname.replace(/\.(?:md|txt|json)$/i, "") === own.pathname.replace(/\.html?$|\/$/i, "");
    if (!isAlternate && !NAMES_PRICES.test(pathname) && !(isLink && /\.md$/i.test(pathname))) return;
    if (/oembed|wp-json|feed/i.test(url)) return;
    pointers.push({ url, kind: isJson ? "json" : "markdown" });
  });
  return pointers;
}

function sameSite(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  url.hash = "";
  return url.origin === new URL(base).origin ? url.href : null;
}
