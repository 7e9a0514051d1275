import { cache } from "react";
import { editionMark, editionOf } from "@/lib/http/kept-answers";
import { EDITION_META } from "@/lib/http/kept-pages";
import { serverRuntime } from "@/lib/operations/runtime";

/**
 * Returns the edition of the catalogue for the head of a cached page. Call it before any other read for the page, so
 * that no data of the page is older than this edition.
 */
export const drawnOf = cache(async (): Promise<Record<string, string>> => {
  const edition = await editionOf(serverRuntime());
  return edition === null ? {} : { [EDITION_META]: editionMark(edition) };
});
