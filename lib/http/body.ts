import { AppError } from "@/lib/errors";

export const MAX_BODY_BYTES = 64 * 1024;

/** The body as a JSON object. Never reads more than the limit, whatever Content-Length says. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw malformed("The body must be sent as application/json.");
  const text = (await readText(request)).replace(/^\ufeff/, "");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw malformed("The body must be a JSON object.");
  }
  return parsed as Record<string, unknown>;
}

/** The fields of a submitted form, each cut to `maxLength` characters. Never reads more than the limit. */
export async function readForm(request: Request, maxLength: number): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw malformed("The body must be sent as application/x-www-form-urlencoded.");
  }
  const fields = new URLSearchParams(await readText(request));
  return new Map([...fields].map(([name, value]) => [name, value.slice(0, maxLength)]));
}

/** The body as it came. Never reads more than `limit` bytes, whatever Content-Length says. */
export async function readText(request: Request, limit = MAX_BODY_BYTES): Promise<string> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw malformed("The body broke off before its end.");
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  try {
    // A byte order mark stays, so that what is signed is what came.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [{ path: "", message }] });
}

function tooLarge(limit: number): AppError {
  return new AppError("payload_too_large", `A body may hold at most ${limit / 1024} KiB.`);
}
