import type { Source } from "../source";
import { collector } from "./collector";

export const source: Source = {
  slug: "azure-retail-prices",
  read: "list",
  files: [],
  collector,
};
