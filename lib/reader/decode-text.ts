import { isUtf8 } from "node:buffer";
import { getEncoding } from "encoding-sniffer";
import type { FetchedFile } from "./rung";

const MARKUP = /^(?:text\/html|application\/xhtml\+xml|text\/xml|application\/xml)\b/i;

/** Returns the page or file with its content as text. */
export function decodePage<File extends FetchedFile>({
  content,
  ...file
}: File): Omit<File, "content"> & { text: string } {
  return { ...file, text: decodeText(content, file.contentType || null) };
}

/**
 * Decodes text in the encoding of its byte order mark, its header or its own markup. Without any of these: UTF-8 or
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const undeclared = isUtf8(bytes) ? "utf-8" : "windows-1252";
  const declared = contentType?.match(/;\s*charset\s*=\s*"?([^\s";]+)/i)?.[1];
  const label = MARKUP.test(contentType ?? "text/html")
    ? getEncoding(bytes, { transportLayerEncodingLabel: declared, defaultEncoding: undeclared })
    : (declared ?? undeclared);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder(undeclared).decode(bytes);
  }
}
