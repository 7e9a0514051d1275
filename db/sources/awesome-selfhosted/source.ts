import type { Source } from "../source";
import { collector } from "./collector";
import { awesomeSelfhosted } from "./parser";

export const source: Source = {
  slug: "awesome-selfhosted",
  read: "list",
  files: ["awesome-selfhosted/software.jsonl"],
  adapter: awesomeSelfhosted,
  collector,
};
