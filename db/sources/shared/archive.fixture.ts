import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** Returns a repository's archive as a code host sends it: all files in one folder, tar, gzip. */
export async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const tar = pack();
  for (const [path, text] of Object.entries(files)) tar.entry({ name: `acme-list-1234567/${path}` }, text);
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar.pipe(createGzip())) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
