import { FIXTURES } from "@/lib/reader/testing/pages";
import { BEHAVIOURS } from "@/lib/verification/testing/site/behaviours";
import { startFixtureSite } from "@/lib/verification/testing/site/server";

// For manual runs of `VERIFY_ALLOW_PRIVATE=1 npm run verify -- --url … --json --dry-run`.
const { port } = await startFixtureSite(Number(process.env.PORT || 4100));
for (const { id, path } of FIXTURES) console.log(`http://127.0.0.1:${port}/${id}${path}`);
for (const { id } of BEHAVIOURS) console.log(`http://127.0.0.1:${port}/${id}/pricing`);
