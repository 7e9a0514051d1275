import { AppError } from "@/lib/errors";
import { isTooDeep, MAX_JSON_DEPTH } from "./json-depth";

export const MAX_BODY_BYTES = 64 * 1024;

/** The headers and the body of a request. */
export interface Text {
  header(name: string): string | null;
  /** The body: see readText(). */
  text(): Promise<string>;
}

/** Returns the body as a JSON object. */
export async function readJsonObject(asked: Text): Promise<Record<string, unknown>> {
  const type = asked.header("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw malformed("The body must be JSON. Send it with Content-Type: application/json.");
  const text = (await asked.text()).replace(/^\ufeff/, "");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw malformed("The body must be a JSON object.");
  }
  if (isTooDeep(parsed)) throw malformed(`The body is nested too deeply (maximum: ${MAX_JSON_DEPTH} levels).`);
  return parsed as Record<string, unknown>;
}

/** Returns the fields of a submitted form, each cut to `maxLength` characters. Never reads more than the limit. */
export async function readForm(request: Request, maxLength: number): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw malformed("The body must be a form. Send it with Content-Type: application/x-www-form-urlencoded.");
  }
  const fields = new URLSearchParams(await readText(request));
  return new Map([...fields].map(([name, value]) => [name, value.slice(0, maxLength)]));
}

/** Returns the body unchanged. Never reads more than `limit` bytes, regardless of Content-Length. */
export async function readText(request: Request, limit = MAX_BODY_BYTES): Promise<string> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return decoded(Buffer.concat(chunks));
}

/** @throws AppError if the bytes are not UTF-8 */
export function decoded(bytes: Uint8Array): string {
  try {
    // A byte order mark is not removed, because a signature covers the body as it was received.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

export function brokeOff(): never {
  throw malformed("The connection closed before the whole body arrived. Send the request again.");
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [{ path: "", message }] });
}

export function tooLarge(limit: number): AppError {
  return new AppError("payload_too_large", `The request body is larger than ${limit / 1024} KiB. Send less data.`);
}
