import { cache } from "react";
import { editionMark, editionOf } from "@/lib/http/kept-answers";
import { EDITION_META } from "@/lib/http/kept-pages";
import { serverRuntime } from "@/lib/operations/runtime";

/**
 * For the head of a page that is kept: of which edition of the catalogue it is drawn. To be asked before anything else
 * is read for the page, so that nothing in it is older than it says.
 */
export const drawnOf = cache(async (): Promise<Record<string, string>> => {
  const edition = await editionOf(serverRuntime());
  return edition === null ? {} : { [EDITION_META]: editionMark(edition) };
});
