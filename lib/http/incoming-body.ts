import type { IncomingMessage } from "node:http";
import { brokeOff, decoded, MAX_BODY_BYTES, tooLarge } from "./body";

const bodies = new WeakMap<IncomingMessage, Promise<Uint8Array<ArrayBuffer> | null>>();

/** Returns the body, or null if it is empty. It is read once for all callers, and only until it proves too large. */
export function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const known = bodies.get(incoming) ?? read(incoming);
  bodies.set(incoming, known);
  return known;
}

/** Returns the same text as readText() for a request to Next. */
export async function incomingText(incoming: IncomingMessage): Promise<string> {
  const bytes = await bodyOf(incoming).catch(brokeOff);
  if (bytes === null) return "";
  if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES);
  return decoded(bytes);
}

function read(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const done = () => {
      incoming.off("data", take).off("end", done).off("close", cutOff).off("error", cutOff);
      // The rest is discarded, because the next request on this connection comes after it.
      incoming.resume();
      resolve(size > 0 ? Buffer.concat(chunks) : null);
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) done();
    };
    const cutOff = () => reject(new Error("a request broke off"));
    incoming.on("data", take).on("end", done).on("close", cutOff).on("error", cutOff);
  });
}
