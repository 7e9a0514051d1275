import type { Day } from "@/lib/schemas/primitives";
import type { AdapterResult } from "./shared/reading";

export interface ListRequest {
  url: string;
  accept?: string;
}

export type ListContext = {
  /** The day of reading: `observedAt` of all that the list gives no day for. */
  day: Day;
};

/** The list has another form than its parser knows. It is then not read at all. */
export class ListChangedError extends Error {
  override name = "ListChangedError";
}

type List = {
  /** Slug in db/catalog/sources.json. */
  source: string;
  /** Days between two reads. */
  everyDays: number;
  /** Of all files together, as `parse` or `parseStream` gets them: an archive counts as it is packed. */
  maxBytes: number;
  /** A model that is no longer listed is no longer sold. Without it, what leaves the list stays as it was read last. */
  retires?: boolean;
  /** What to ask for first; more than one file where the list has several. */
  requests(context: ListContext): readonly ListRequest[];
  /** Of a paged list, what comes after a page; null after the last. Throws ListChangedError. */
  next?(text: string, request: ListRequest): ListRequest | null;
};

export type ListFile = { url: string; text: string };
export type ListStream = { url: string; chunks: AsyncIterable<Uint8Array> };

/** A list that is held whole while it is read. */
export type WholeList = List & {
  /** Throws ListChangedError where the list has another form. */
  parse(files: readonly ListFile[], context: ListContext): AdapterResult;
  parseStream?: undefined;
};

/** A list too large to be held: its files are gone through once, in the order of the requests. */
export type StreamedList = List & {
  parse?: undefined;
  parseStream(files: AsyncIterable<ListStream>, context: ListContext): Promise<AdapterResult>;
};

/** A public list that can be read again. */
export type Collector = WholeList | StreamedList;
