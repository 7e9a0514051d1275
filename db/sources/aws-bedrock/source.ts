import type { Source } from "../source";
import { awsBedrock } from "./parser";

export const source: Source = {
  slug: "aws-bedrock",
  read: "once",
  files: ["aws-bedrock/rates.csv", "aws-bedrock/history.jsonl"],
  adapter: awsBedrock,
};
