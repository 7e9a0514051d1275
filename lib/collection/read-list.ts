import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type Collector, ListChangedError, type ListRequest } from "@/db/sources/collector";
import type { AdapterResult } from "@/db/sources/shared/reading";
import type { Day } from "@/lib/schemas/primitives";
import { asText, type Download, DownloadError, download, type Validator } from "./download";
import type { Open } from "./open";
import type { COLLECTING } from "./policy";

/** Stored pages of an unfinished list, and the next request. */
export type Begun = {
  day: Day;
  /** The files so far: JSON, gzip, base64. */
  files: string;
  /** Number of requests of the list whose pages are all read. */
  done: number;
  next: ListRequest;
};

type Validators = Record<string, Validator>;

export type ListRead =
  | { kind: "not_modified"; validators: Validators }
  | {
      kind: "read";
      result: AdapterResult;
      validators: Validators;
      /** Of all files in order. */
      sha256: string;
      bytes: number;
      files: number;
    };

export type ReadOptions = {
  open: Open;
  day: Day;
  signal: AbortSignal;
  /** Remaining time for the whole list. */
  restMs: number;
  /** Validators from the last read of the list. */
  validators: Validators;
  begun: Begun | null;
  /** Stores the pages of a long list, so that they need not be read again. */
  keep?: ((begun: Begun) => Promise<void>) | undefined;
  onBytes?: ((bytes: number, files: number) => void) | undefined;
  now: () => Date;
  limits: Pick<typeof COLLECTING, "silenceMs" | "maxPages" | "keepEveryMs" | "keptBytes">;
};

type File = { url: string; text: string };
type Whole = Extract<Download, { status: 200 }>;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * Reads a list, unless all its files are unchanged since the last read.
 * @throws DownloadError if the list cannot be fetched completely, and any error of its parser
 */
export async function readList(collector: Collector, options: ReadOptions): Promise<ListRead> {
  const { day } = options;
  const requests = collector.requests({ day });
  if (requests.length === 0) throw new Error(`The collector of ${collector.source} requests nothing.`);
  const fetching = new Fetching(collector, options);

  const asked = collector.next ? null : await askWhetherModified(requests, fetching, options.validators);
  if (asked === "not_modified") return { kind: "not_modified", validators: fetching.validators };
  const result = await parsed(collector, requests, asked, fetching, options).catch((error: unknown) => {
    throw fetching.failure ?? error;
  });
  return {
    kind: "read",
    result,
    validators: fetching.validators,
    sha256: fetching.hash.digest("hex"),
    bytes: fetching.taken.bytes,
    files: fetching.files,
  };
}

async function parsed(
  collector: Collector,
  requests: readonly ListRequest[],
  first: Whole | null,
  fetching: Fetching,
  options: ReadOptions,
): Promise<AdapterResult> {
  const { day } = options;
  if (collector.parseStream) return collector.parseStream(fileStreams(requests, first, fetching), { day });
  const files = collector.next
    ? await readPages(collector, requests, fetching, options)
    : await readWhole(requests, first, fetching);
  return collector.parse(files, { day });
}

/** Fetches the files of one list and counts them together. */
class Fetching {
  readonly hash = createHash("sha256");
  readonly taken = { bytes: 0 };
  readonly validators: Validators = {};
  files = 0;
  /** Why a transfer ended early. Null if every transfer was complete. */
  failure: unknown = null;
  readonly #maxBytes: number;
  readonly #options: ReadOptions;

  constructor({ maxBytes }: Collector, options: ReadOptions) {
    this.#maxBytes = maxBytes;
    this.#options = options;
  }

  async fetch(request: ListRequest, validator?: Validator): Promise<Download> {
    const { open, signal, restMs, limits, onBytes } = this.#options;
    const answer = await download(request, {
      open,
      maxBytes: this.#maxBytes,
      taken: this.taken,
      hash: this.hash,
      signal,
      restMs,
      silenceMs: limits.silenceMs,
      validator,
      onBytes: (bytes) => onBytes?.(bytes, this.files),
    });
    this.validators[request.url] = answer.validator;
    return answer.status === 200 ? { ...answer, chunks: this.#heard(answer.chunks) } : answer;
  }

  /** Records transfer errors. A parser whose input is cut off may otherwise blame the list's format. */
  async *#heard(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  async fetchWhole(request: ListRequest): Promise<Whole> {
    const answer = await this.fetch(request);
    if (answer.status === 200) return answer;
    throw new DownloadError(`${request.url} returned ${answer.status}.`);
  }

  /** Counts a file from an earlier run. */
  count(text: string) {
    const bytes = Buffer.from(text);
    this.taken.bytes += bytes.byteLength;
    this.hash.update(bytes);
    this.files += 1;
  }
}

/**
 * Returns "not_modified" if no file changed. For a list of one file, returns that file if it changed. Of several files,
 * one change is enough to read them all.
 */
async function askWhetherModified(
  requests: readonly ListRequest[],
  fetching: Fetching,
  validators: Validators,
): Promise<"not_modified" | Whole | null> {
  const known = requests.map(({ url }) => validators[url]);
  if (!known.every((validator) => validator?.etag || validator?.lastModified)) return null;
  for (const [at, request] of requests.entries()) {
    const answer = await fetching.fetch(request, known[at]);
    if (answer.status === 304) continue;
    if (requests.length === 1) return answer;
    answer.discard();
    return null;
  }
  return "not_modified";
}

async function* fileStreams(requests: readonly ListRequest[], first: Whole | null, fetching: Fetching) {
  for (const [at, request] of requests.entries()) {
    const answer = (at === 0 && first) || (await fetching.fetchWhole(request));
    try {
      yield { url: request.url, chunks: answer.chunks };
    } finally {
      fetching.files += 1;
      answer.discard();
    }
  }
}

async function readWhole(requests: readonly ListRequest[], first: Whole | null, fetching: Fetching): Promise<File[]> {
  const files: File[] = [];
  for await (const { url, chunks } of fileStreams(requests, first, fetching)) {
    files.push({ url, text: await asText(chunks, url) });
  }
  return files;
}

async function readPages(
  collector: Collector,
  requests: readonly ListRequest[],
  fetching: Fetching,
  { begun, day, keep, now, limits }: ReadOptions,
): Promise<File[]> {
  const files: File[] = [];
  let from = 0;
  let next: ListRequest | null = null;
  if (begun?.day === day) {
    files.push(...(JSON.parse((await unpack(Buffer.from(begun.files, "base64"))).toString()) as File[]));
    for (const { text } of files) fetching.count(text);
    from = begun.done;
    next = begun.next;
  }
  const seen = new Set(files.map(({ url }) => url));
  const keepUpTo = async (done: number, request: ListRequest) => {
    if (!keep) return;
    const packed = await pack(JSON.stringify(files));
    if (packed.byteLength > limits.keptBytes) return;
    await keep({ day, files: packed.toString("base64"), done, next: request });
  };
  let keptAt = now().getTime();
  for (let done = from; done < requests.length; done += 1) {
    let request: ListRequest | null = next ?? requests[done] ?? null;
    next = null;
    while (request) {
      const { url }: ListRequest = request;
      if (seen.has(url)) throw new ListChangedError(`Its pages link back to one that was already read: ${url}`);
      if (seen.size >= limits.maxPages) throw new DownloadError(`The list has more than ${limits.maxPages} pages.`);
      let text: string;
      try {
        text = await asText((await fetching.fetchWhole(request)).chunks, url);
      } catch (error) {
        if (files.length > 0) await keepUpTo(done, request);
        throw error;
      }
      seen.add(url);
      files.push({ url, text });
      fetching.files += 1;
      request = collector.next?.(text, request) ?? null;
      if (request && now().getTime() - keptAt >= limits.keepEveryMs) {
        await keepUpTo(done, request);
        keptAt = now().getTime();
      }
    }
  }
  return files;
}
