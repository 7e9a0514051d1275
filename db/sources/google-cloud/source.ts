import type { Source } from "../source";
import { googleCloud } from "./parser";

export const source: Source = {
  slug: "google-cloud",
  read: "once",
  files: [
    "google-cloud/instances.csv",
    "google-cloud/os_licenses.csv",
    "google-cloud/other_rates.csv",
    "google-cloud/history.jsonl",
  ],
  adapter: googleCloud,
};
