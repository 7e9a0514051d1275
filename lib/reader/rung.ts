import type { CheerioAPI } from "cheerio/slim";
import type { Extraction } from "./types";

/** A response body and its content type, which is empty if the server does not name it. */
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

/** Reads one more file of the same site by the same rules. Null if it may not be read or does not exist. */
export type FetchMore = (url: string) => Promise<Pick<Page, "contentType" | "text"> | null>;

/** Asks a language model for the tiers in a page's visible text. Its response is checked before it is used. */
export type ModelReader = (question: { url: string; text: string }) => Promise<unknown>;

export interface RungContext {
  /** The parsed page, shared by all rungs and never changed. Null if the page is not HTML. */
  document: CheerioAPI | null;
  /** The text that a reader of the page sees, one block per line. The raw page if it is not HTML. */
  visibleText: string;
  /** When the page was fetched. Some prices are stated with the dates on which they apply. */
  now?: Date;
  fetchMore?: FetchMore;
  model?: ModelReader;
}

/** One way to read a page. It never throws; it reports unreadable parts as refusals. */
export type Rung = (page: Page, context: RungContext) => Promise<Extraction> | Extraction;

/** Returns the result for a page that no rung can read. */
export const unreadable = (why: string): Extraction => ({
  reading: null,
  refusals: [{ extractor: "html", what: "the page", why }],
});
