import type { Source } from "../source";
import { vendorPages } from "./parser";

export const source: Source = {
  slug: "vendor-pages",
  read: "once",
  files: ["vendor-pages/records.jsonl", "vendor-pages/withdrawn.jsonl", "api-evangelist/searched"],
  adapter: vendorPages,
};
