import type { Source } from "../source";
import { collector } from "./collector";
import { modelsDev } from "./parser";

export const source: Source = {
  slug: "models-dev",
  read: "list",
  files: ["models.dev/catalog.json", "models.dev/history.json"],
  adapter: modelsDev,
  collector,
};
