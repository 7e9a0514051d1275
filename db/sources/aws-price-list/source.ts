import type { Source } from "../source";
import { collector } from "./collector";

export const source: Source = {
  slug: "aws-price-list",
  read: "list",
  files: [],
  collector,
};
