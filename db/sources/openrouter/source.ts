import type { Source } from "../source";
import { collector } from "./collector";

export const source: Source = {
  slug: "openrouter",
  read: "list",
  files: [],
  collector,
};
