import type { Source } from "../source";
import { apiEvangelist } from "./parser";

export const source: Source = {
  slug: "api-evangelist",
  read: "once",
  files: ["api-evangelist/searched"],
  adapter: apiEvangelist,
};
