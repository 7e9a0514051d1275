import type { Source } from "../source";
import { studentDiscounts } from "./parser";

export const source: Source = {
  slug: "student-discounts",
  read: "once",
  files: ["student-discounts/README.md"],
  adapter: studentDiscounts,
};
