import type { CheerioAPI } from "cheerio/slim";
import type { Extraction } from "@/lib/schemas/check";

/** A response body and its content type, which is empty if the server names none. */
export interface FetchedFile {
  contentType: string;
  content: Uint8Array;
}

/** A page as its server sent it. */
export interface FetchedPage extends FetchedFile {
  url: string;
}

/** A fetched page with its content as text. */
export interface Page {
  url: string;
  contentType: string;
  text: string;
}

/** Reads one more file of the same site by the same rules; null where it may not be read or is not there. */
export type FetchMore = (url: string) => Promise<Pick<Page, "contentType" | "text"> | null>;

/** Asks a language model for the tiers in a page's visible text. What comes back is checked before it is believed. */
export type ModelReader = (question: { url: string; text: string }) => Promise<unknown>;

export interface RungContext {
  /** The page as parsed, shared by all rungs: never changed. Null where the page is not HTML. */
  document: CheerioAPI | null;
  /** What a reader of the page sees, a block a line; the page itself where it is not HTML. */
  visibleText: string;
  /** When the page was fetched: some prices are stated with the days on which they hold. */
  now?: Date;
  fetchMore?: FetchMore;
  model?: ModelReader;
}

/** One way to read a page. It throws nothing: what it cannot read it says in its refusals. */
export type Rung = (page: Page, context: RungContext) => Promise<Extraction> | Extraction;

/** The result for a page that no rung can read. */
export const unreadable = (why: string): Extraction => ({
  reading: null,
  refusals: [{ extractor: "html", what: "the page", why }],
});
