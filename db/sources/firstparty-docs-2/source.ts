import type { Source } from "../source";
import { firstpartyDocs2 } from "./parser";

export const source: Source = {
  slug: "firstparty-docs-2",
  read: "once",
  files: ["firstparty-docs-2/usage-rates.json", "firstparty-docs-2/history.json"],
  adapter: firstpartyDocs2,
};
