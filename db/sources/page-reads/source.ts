import type { Source } from "../source";
import { pageReads } from "./parser";

export const source: Source = {
  slug: "page-reads",
  read: "once",
  files: [],
  adapter: pageReads,
};
