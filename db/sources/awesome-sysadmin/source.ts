import type { Source } from "../source";
import { awesomeSysadmin } from "./parser";

export const source: Source = {
  slug: "awesome-sysadmin",
  read: "once",
  files: ["awesome-sysadmin/README.md"],
  adapter: awesomeSysadmin,
};
