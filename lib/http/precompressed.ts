import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { beforeEachRequest } from "../access/each-request";
import { chooseEncoding } from "./encoding";

const SUFFIX = ".br";
const TYPES: ReadonlyMap<string, string> = new Map([
  ["js", "application/javascript; charset=UTF-8"],
  ["css", "text/css; charset=UTF-8"],
]);

/**
 * Writes the smallest Brotli version next to each script and style sheet of a build. This is far too slow for each
 * request.
 */
export function writePrecompressed(staticDir: string): void {
  for (const path of filesBelow(staticDir)) {
    if (!TYPES.has(extension(path))) continue;
    const bytes = readFileSync(join(staticDir, path));
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(join(staticDir, path + SUFFIX), brotliCompressSync(bytes, { params }));
  }
}

/**
 * Sends these files, because `next start` itself has gzip only. Without such files, or if another server sends them,
 * nothing changes.
 */
export function sendPrecompressed(staticDir: string): void {
  beforeEachRequest(
    "precompressed",
    () => new Set(filesBelow(staticDir).map((path) => `/_next/static/${path}`)),
    (request, response, known) => {
      const variant = precompressed(request.url ?? "", request.headers["accept-encoding"] ?? null, known);
      if (!variant) return;
      request.url = variant.url;
      response.setHeader("Content-Encoding", "br");
      response.setHeader("Content-Type", variant.type);
    },
  );
}

/** Returns null if the file is sent unchanged. @param known URLs of the existing files */
export function precompressed(url: string, acceptEncoding: string | null, known: ReadonlySet<string>) {
  const [path = "", ...query] = url.split("?");
  const type = TYPES.get(extension(path));
  if (!type || !known.has(path + SUFFIX) || chooseEncoding(acceptEncoding) !== "br") return null;
  return { url: [path + SUFFIX, ...query].join("?"), type };
}

function filesBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(dir.length + 1)
          .replaceAll("\\", "/"),
      );
  } catch {
    return [];
  }
}

const extension = (path: string) => path.slice(path.lastIndexOf(".") + 1);
