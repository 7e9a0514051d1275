import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { ListChangedError, type ListRequest } from "../collector";

/** Limit for the plain bytes of a repository. A larger one is not a list of prices. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Limit for one wanted file. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** `path` omits the archive's top-level folder. */
export type RepositoryFile = { path: string; text: string };

/** Returns the request for all current files of a public repository: one request instead of one per file. */
export function archiveOf(repository: string): ListRequest {
  return { url: `https://codeload.github.com/${repository}/tar.gz/HEAD`, accept: "application/gzip" };
}

/**
 * Reads an archive and returns only the wanted files.
 * @throws ListChangedError if the bytes are not such an archive or exceed the limit, and any error of `chunks`
 */
export async function filesOf(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (path: string) => boolean,
  limits = { bytes: MAX_BYTES, fileBytes: MAX_FILE_BYTES },
): Promise<RepositoryFile[]> {
  let fault: { error: unknown } | null = null;
  async function* source() {
    try {
      yield* chunks;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  let bytes = 0;
  async function* counted(plain: AsyncIterable<Buffer>) {
    for await (const chunk of plain) {
      bytes += chunk.byteLength;
      if (bytes > limits.bytes) throw new ListChangedError(`The archive holds more than ${limits.bytes} bytes.`);
      yield chunk;
    }
  }
  const entries = extract();
  const unpacking = pipeline(Readable.from(source()), createGunzip(), counted, entries);
  // The loop below reports the same error.
  unpacking.catch(() => {});
  const files: RepositoryFile[] = [];
  try {
    for await (const entry of entries) {
      const path = entry.header.name.replace(/^[^/]*\//, "");
      if (entry.header.type !== "file" || !isWanted(path)) {
        entry.resume();
        continue;
      }
      if ((entry.header.size ?? 0) > limits.fileBytes) throw new ListChangedError(`${path} is too large.`);
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(Buffer.from(part));
      files.push({ path, text: Buffer.concat(parts).toString("utf8") });
    }
    await unpacking;
  } catch (error) {
    const read = fault as { error: unknown } | null;
    if (read) throw read.error;
    if (error instanceof ListChangedError) throw error;
    throw new ListChangedError(`The archive cannot be unpacked: ${error instanceof Error ? error.message : error}.`);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
