import type { Source } from "../source";
import { oracleCloud } from "./parser";

export const source: Source = {
  slug: "oracle-cloud",
  read: "once",
  files: ["oracle-cloud/skus.csv"],
  adapter: oracleCloud,
};
