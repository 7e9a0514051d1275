import { extract } from "@/lib/verification/extract/extract";
import { scoreFixtures } from "@/lib/verification/testing/read-fixtures";
import { scoreReport, total } from "@/lib/verification/testing/score";
import { FIXTURES } from "@/lib/verification/testing/site/pages";

const pages = await scoreFixtures(FIXTURES, extract);
for (const line of scoreReport(pages)) console.log(line);
if (!total(pages).passes) process.exitCode = 1;
