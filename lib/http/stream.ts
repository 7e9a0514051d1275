import { pipeline, Readable } from "node:stream";
import { type Encoding, encoder } from "./encoding";

/** What is written at once: small pieces are gathered up to this many characters. */
const PIECE_LENGTH = 64 * 1024;

/** A text in pieces, as it is sent. */
export function textBytes(parts: AsyncIterable<string>, encoding: Encoding): AsyncIterable<Uint8Array> {
  const plain = encoded(gathered(parts));
  const zip = encoder(encoding);
  if (!zip) return plain;
  // The callback keeps a failure from being thrown a second time; it is thrown to the reader.
  return pipeline(Readable.from(plain, { highWaterMark: 1 }), zip, () => {});
}

/**
 * A body that is made as fast as it is read, and no faster. Where making it fails, the body fails: the connection ends
 * without the mark of a whole answer, so that no client takes a part for it.
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
          // Whoever left while this piece was made is sent nothing, and nothing broke.
          if (isLeft) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          onFault(cause);
          if (isLeft) return;
          // Without the cause: the host prints what it is given.
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

/** The first piece goes at once. */
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
