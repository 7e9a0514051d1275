import type { Source } from "../source";
import { datedPageReads } from "./parser";

export const source: Source = {
  slug: "dated-page-reads",
  read: "once",
  files: ["dated-page-reads/products.jsonl"],
  adapter: datedPageReads,
};
