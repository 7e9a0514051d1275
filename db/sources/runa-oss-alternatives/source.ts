import type { Source } from "../source";
import { runaOssAlternatives } from "./parser";

export const source: Source = {
  slug: "runa-oss-alternatives",
  read: "once",
  files: ["runa-oss-alternatives/README.md"],
  adapter: runaOssAlternatives,
};
