import type { Day } from "@/lib/schemas/primitives";
import type { AdapterResult } from "./shared/reading";

export interface ListRequest {
  url: string;
  accept?: string;
}

export type ListContext = {
  /** The day of reading: `observedAt` of everything without a day of its own in the list. */
  day: Day;
};

/** The list's format is unknown to its parser. Then nothing of it is used. */
export class ListChangedError extends Error {
  override name = "ListChangedError";
}

type List = {
  /** Slug in db/catalog/sources.json. */
  source: string;
  /** Days between two reads. */
  everyDays: number;
  /** Limit for all files together, as `parse` or `parseStream` receives them: an archive counts in its packed size. */
  maxBytes: number;
  /** A model that is no longer listed is no longer sold. Without this flag, its last reading stays unchanged. */
  retires?: boolean;
  /** Returns the first requests: several if the list has several files. */
  requests(context: ListContext): readonly ListRequest[];
  /** Returns the request for the next page of a paged list. Null after the last page. Throws ListChangedError. */
  next?(text: string, request: ListRequest): ListRequest | null;
};

export type ListFile = { url: string; text: string };
export type ListStream = { url: string; chunks: AsyncIterable<Uint8Array> };

/** A list that is read into memory as a whole. */
export type WholeList = List & {
  /** Throws ListChangedError if the list has another format. */
  parse(files: readonly ListFile[], context: ListContext): AdapterResult;
  parseStream?: undefined;
};

/** A list too large for memory: its files are read once, in the order of the requests. */
export type StreamedList = List & {
  parse?: undefined;
  parseStream(files: AsyncIterable<ListStream>, context: ListContext): Promise<AdapterResult>;
};

/** A public list that can be read regularly. */
export type Collector = WholeList | StreamedList;
