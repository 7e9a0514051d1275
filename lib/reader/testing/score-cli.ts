import { extract } from "../extract";
import { FIXTURES } from "./pages";
import { scoreFixtures } from "./read-fixtures";
import { scoreReport, total } from "./score";

const pages = await scoreFixtures(FIXTURES, extract);
for (const line of scoreReport(pages)) console.info(line);
if (!total(pages).passes) process.exitCode = 1;
