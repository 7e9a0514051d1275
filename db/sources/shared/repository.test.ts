import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { archive } from "./archive.fixture";
import { filesOf } from "./repository";

const FILES = { "list/a.yml": "name: A", "list/b.yml": "name: B", "README.md": "# Acme" };
const isListed = (path: string) => path.startsWith("list/");

async function* pieces(body: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

describe("filesOf", () => {
  test("gives the wanted files by their path in the repository, wherever the transfer is cut", async () => {
    for (const size of [1, 7, 4096]) {
      expect(await filesOf(pieces(await archive(FILES), size), isListed)).toEqual([
        { path: "list/a.yml", text: "name: A" },
        { path: "list/b.yml", text: "name: B" },
      ]);
    }
  });

  test("what the transfer throws is thrown as it is", async () => {
    const whole = await archive(FILES);
    const broken = new Error("broke off");
    async function* breaking() {
      yield whole.subarray(0, 20);
      throw broken;
    }
    await expect(filesOf(breaking(), isListed)).rejects.toBe(broken);
  });

  test.each([
    ["no archive", async () => Buffer.from("<html>Not here</html>")],
    ["an archive that is cut off", async () => (await archive(FILES)).subarray(0, 60)],
    ["packed bytes that are no archive", async () => gzipSync("x".repeat(5_000))],
  ])("%s is another form", async (_, body) => {
    await expect(filesOf(Readable.from(pieces(await body())), isListed)).rejects.toThrow(ListChangedError);
  });

  test("an archive that unpacks to more than it may hold is not unpacked to its end", async () => {
    const body = await archive({ "list/zeros.yml": "0".repeat(2_000_000) });
    const read = (limits: { bytes: number; fileBytes: number }) => filesOf(pieces(body, 256), isListed, limits);
    await expect(read({ bytes: 100_000, fileBytes: 10_000_000 })).rejects.toThrow(/more than 100000 bytes/);
    await expect(read({ bytes: 10_000_000, fileBytes: 100_000 })).rejects.toThrow(/too large/);
  });
});
