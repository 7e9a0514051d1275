import type { Source } from "../source";
import { publicContracts } from "./parser";

export const source: Source = {
  slug: "act-contracts",
  read: "once",
  files: ["small-lists/act-software-contracts-2025.csv"],
  adapter: publicContracts,
};
