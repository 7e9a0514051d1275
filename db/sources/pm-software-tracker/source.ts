import type { Source } from "../source";
import { pmSoftwareTracker } from "./parser";

export const source: Source = {
  slug: "pm-software-tracker",
  read: "once",
  files: ["pm-software-tracker/vendors.jsonl"],
  adapter: pmSoftwareTracker,
};
