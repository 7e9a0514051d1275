import { expect, test } from "vitest";
import { keptStreams } from "./kept-streams";

const PIECE = 100_000;
async function read(bytes: AsyncIterable<Uint8Array>, until = Number.POSITIVE_INFINITY): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) {
    chunks.push(chunk);
    if (chunks.length >= until) break;
  }
  return Buffer.concat(chunks).toString();
}

/** A stream that counts how often it is created. */
function source(pieces: number, failsAt = -1) {
  const told = { made: 0 };
  async function* parts() {
    told.made += 1;
    for (let at = 0; at < pieces; at += 1) {
      if (at === failsAt) throw new Error("broken off");
      yield Buffer.from(String(at % 10).repeat(PIECE));
    }
  }
  return { told, parts };
}

test.each([true, false])(
  "what was read to its end is given again without being made again (dense: %s)",
  async (dense) => {
    const streams = keptStreams();
    const { told, parts } = source(12);
    const first = await read(streams.of("a", parts, dense));
    expect(first).toHaveLength(12 * PIECE);
    expect(await read(streams.of("a", parts, dense))).toBe(first);
    expect(told.made).toBe(1);
    await read(streams.of("b", parts, dense));
    expect(told.made).toBe(2);
  },
);

test("what broke off, or was left, is not kept", async () => {
  const streams = keptStreams();
  const broken = source(12, 8);
  await expect(read(streams.of("a", broken.parts, false))).rejects.toThrow("broken off");
  const whole = source(12);
  await read(streams.of("a", whole.parts, false), 3);
  expect(await read(streams.of("a", whole.parts, false))).toHaveLength(12 * PIECE);
  expect(whole.told.made).toBe(2);
});

test("no stream takes more memory than it may", async () => {
  const streams = keptStreams(10 * PIECE, 3 * PIECE);
  const { told, parts } = source(12);
  await read(streams.of("a", parts, true));
  expect(await read(streams.of("a", parts, true))).toHaveLength(12 * PIECE);
  expect(told.made).toBe(2);
});
