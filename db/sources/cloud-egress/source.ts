import type { Source } from "../source";
import { cloudEgress } from "./parser";

export const source: Source = {
  slug: "cloud-egress",
  read: "once",
  files: ["cloud-egress/history.json"],
  adapter: cloudEgress,
};
