import { writeFileSync } from "node:fs";
import { clientTypes, TYPES_FILE } from "./source";

writeFileSync(TYPES_FILE, await clientTypes());
