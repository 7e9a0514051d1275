import type { Source } from "../source";
import { googleMaps } from "./parser";

export const source: Source = {
  slug: "google-maps-platform",
  read: "once",
  files: ["google-maps-platform/price-list.json"],
  adapter: googleMaps,
};
