import { pipeline, Readable } from "node:stream";
import { type Encoding, encoder } from "./encoding";

/** Small pieces are combined until they have this many characters. */
const PIECE_LENGTH = 64 * 1024;

/** Returns the bytes of a text in pieces, as they are sent. */
export function textBytes(parts: AsyncIterable<string>, encoding: Encoding): AsyncIterable<Uint8Array> {
  const plain = encoded(gathered(parts));
  const zip = encoder(encoding);
  if (!zip) return plain;
  // Without the callback, a failure would be thrown twice. It is thrown to the reader.
  return pipeline(Readable.from(plain, { highWaterMark: 1 }), zip, () => {});
}

/**
 * Returns a body that is generated as fast as it is read, and no faster. If that fails, the body fails: the connection
 * ends without the mark of a whole response, so that no client mistakes a part for it.
 */
export function byteBody(
  chunks: AsyncIterable<Uint8Array>,
  onFault: (cause: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          // If the client disconnected while this piece was generated, nothing is sent, and that is no fault.
          if (isLeft) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          onFault(cause);
          if (isLeft) return;
          // Without the cause, because the host prints the error that it gets.
          controller.error(new Error("the response broke off"));
        }
      },
      async cancel() {
        isLeft = true;
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Combines small pieces. The first piece is sent at once. */
async function* gathered(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  let first = true;
  for await (const part of parts) {
    held += part;
    if (held.length < PIECE_LENGTH && !first) continue;
    first = false;
    yield held;
    held = "";
  }
  if (held !== "") yield held;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
