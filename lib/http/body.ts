import { AppError } from "@/lib/errors";

export const MAX_BODY_BYTES = 64 * 1024;

/** The body as a JSON object. Never reads more than the limit, whatever Content-Length says. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw malformed("The body must be sent as application/json.");
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw tooLarge();
  const text = await readText(request);
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

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message, { errors: [{ path: "", message }] });
}

function tooLarge(): AppError {
  return new AppError("payload_too_large", `A body may hold at most ${MAX_BODY_BYTES / 1024} KiB.`);
}
