import type { Source } from "../source";
import { firstpartyDocs } from "./parser";

export const source: Source = {
  slug: "firstparty-docs",
  read: "once",
  files: ["firstparty-docs/usage-rates.json", "firstparty-docs/history.json"],
  adapter: firstpartyDocs,
};
