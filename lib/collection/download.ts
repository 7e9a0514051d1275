import type { Hash } from "node:crypto";
import type { ListRequest } from "@/db/sources/collector";
import { FetchError } from "@/lib/fetch/errors";
import { redact } from "@/lib/logger";
import type { Open, Opened } from "./open";

/** The list could not be fetched completely. The message is for the run's report. */
export class DownloadError extends Error {
  override name = "DownloadError";
}

/** Validators of a file from its last response, used for conditional requests. */
export type Validator = { etag: string | null; lastModified: string | null };

export type Download =
  | { status: 304; validator: Validator }
  | {
      status: 200;
      validator: Validator;
      /** Plain bytes, for a single pass. Throws DownloadError if the transfer is incomplete or too large. */
      chunks: AsyncIterable<Uint8Array>;
      /** Ends the transfer if the rest is not needed. */
      discard(): void;
    };

export type DownloadOptions = {
  open: Open;
  /** Limit for the plain bytes of all files together. `taken` counts them. */
  maxBytes: number;
  taken: { bytes: number };
  hash: Hash;
  silenceMs: number;
  /** Limit for the whole transfer. */
  restMs: number;
  signal: AbortSignal;
  validator?: Validator | undefined;
  onBytes?: (bytes: number) => void;
};

const MEGABYTE = 1024 * 1024;
const size = (bytes: number) =>
  bytes < MEGABYTE ? `${bytes} bytes` : `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`;

export async function download(request: ListRequest, options: DownloadOptions): Promise<Download> {
  const place = placeOf(request.url);
  const { open, maxBytes, taken, silenceMs, restMs, signal, validator } = options;
  const headers: Record<string, string> = { accept: request.accept ?? "*/*" };
  if (validator?.etag) headers["if-none-match"] = validator.etag;
  if (validator?.lastModified) headers["if-modified-since"] = validator.lastModified;
  const left = maxBytes - taken.bytes;
  const opening = open(request.url, { headers, maxBytes: left, timeoutMs: restMs, signal });
  const answer = await inTime(opening, silenceMs, signal, request.url).catch((error: unknown) => {
    // The response may still arrive after the timeout.
    opening.then(({ discard }) => discard()).catch(() => {});
    if (error instanceof DownloadError || signal.aborted) throw error;
    throw new DownloadError(`${place} could not be read: ${messageOf(error)}`, { cause: error });
  });
  const told = { etag: answer.headers.get("etag"), lastModified: answer.headers.get("last-modified") };
  if (answer.status === 304) {
    answer.discard();
    if (!validator) throw new DownloadError(`${place} returned 304 to a request without a condition.`);
    return {
      status: 304,
      validator: { etag: told.etag ?? validator.etag, lastModified: told.lastModified ?? validator.lastModified },
    };
  }
  if (answer.status !== 200) {
    answer.discard();
    const wait = answer.headers.get("retry-after");
    throw new DownloadError(
      `${place} returned ${answer.status}${wait ? ` and asks to wait (Retry-After: ${wait.slice(0, 40)})` : ""}.`,
    );
  }
  const stated = Number(answer.headers.get("content-length") ?? Number.NaN);
  if (stated > left) {
    answer.discard();
    throw new DownloadError(
      `${place} announces ${size(stated)}, more than the limit of ${size(maxBytes)} for this list.`,
    );
  }
  // The length of a compressed response is that of the transferred bytes, which only `open` sees.
  const length = answer.headers.get("content-encoding") ? Number.NaN : stated;
  const sent = asSent(answer, { url: request.url, stated: length, silenceMs, signal });
  return { status: 200, validator: told, chunks: bounded(sent, request.url, options), discard: answer.discard };
}

/** Yields the bytes of a transfer. Throws if it stalls or does not end at its Content-Length. */
async function* asSent(
  { body, discard }: Opened,
  { url, stated, silenceMs, signal }: { url: string; stated: number; silenceMs: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let came = 0;
  const transfer = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await inTime(transfer.next(), silenceMs, signal, url);
      if (step.done) break;
      came += step.value.byteLength;
      yield step.value;
    }
  } catch (error) {
    if (error instanceof DownloadError || signal.aborted) throw error;
    throw new DownloadError(`${placeOf(url)} broke off after ${size(came)}: ${messageOf(error)}.`, { cause: error });
  } finally {
    discard();
  }
  if (!Number.isNaN(stated) && came !== stated) {
    throw new DownloadError(`${placeOf(url)} is incomplete: ${size(came)} of ${size(stated)} received.`);
  }
}

async function* bounded(
  plain: AsyncGenerator<Uint8Array>,
  url: string,
  { maxBytes, taken, hash, onBytes }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of plain) {
    taken.bytes += chunk.byteLength;
    if (taken.bytes > maxBytes) {
      throw new DownloadError(`${placeOf(url)} exceeds the limit of ${size(maxBytes)} for this list.`);
    }
    hash.update(chunk);
    onBytes?.(taken.bytes);
    yield chunk;
  }
}

/** Rejects if nothing arrives for `silenceMs`, or if the signal aborts. */
async function inTime<T>(work: Promise<T>, silenceMs: number, signal: AbortSignal, url: string): Promise<T> {
  if (signal.aborted) throw signal.reason;
  return new Promise<T>((resolve, reject) => {
    const stop = () => done(() => reject(signal.reason));
    const timer = setTimeout(
      () =>
        done(() =>
          reject(new DownloadError(`${placeOf(url)} sent nothing for ${Math.round(silenceMs / 1000)} seconds.`)),
        ),
      silenceMs,
    );
    const done = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      settle();
    };
    signal.addEventListener("abort", stop);
    work.then(
      (value) => done(() => resolve(value)),
      (error: unknown) => done(() => reject(error)),
    );
  });
}

const TOLD_LENGTH = 300;

/** Returns an error message for a public report: for a failed query only the reason, for a fetch no address. */
export function messageOf(error: unknown): string {
  if (error instanceof FetchError || !(error instanceof Error)) return String(Object(error).message ?? error);
  return error.cause instanceof Error ? messageOf(error.cause) : redact(error.message).slice(0, TOLD_LENGTH);
}

/** Removes the query, which may be longer than the rest of the URL. */
const placeOf = (url: string) => url.replace(/\?.*$/s, "?…");

/** Returns the whole download as text. Throws DownloadError if it is not UTF-8. */
export async function asText(chunks: AsyncIterable<Uint8Array>, url: string): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  try {
    for await (const chunk of chunks) parts.push(decoder.decode(chunk, { stream: true }));
    parts.push(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) throw new DownloadError(`${placeOf(url)} is not UTF-8 text.`, { cause: error });
    throw error;
  }
  return parts.join("");
}
