import { strict as assert } from "node:assert";
import { writeFileSync } from "node:fs";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import { COST, holdsCost, partsOf, REQUESTS } from "../asked.mjs";
import { faultsOf, linkPackages } from "../transpile.mjs";

const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./api";
const client = createClient<paths>({ baseUrl: "http://127.0.0.1" });
const { data, error } = await client.GET("/api/v2/pricing/{slug}", {
  params: { path: { slug: "slack" }, query: { depth: "summary", fields: ["tiers"] } },
});
for (const { isFree, priceMonthly } of data?.tiers ?? []) { const price: number | null = isFree ? 0 : priceMonthly; void price; }
const code: string | undefined = error?.code;
const home: string | undefined = data?.links.home;
export { code, home };
`;

export default async function ({ check, service, document, folder, file }) {
  await check("types", async () => {
    linkPackages(folder);
    writeFileSync(file("api.ts"), astToString(await openapiTS(document)));
    writeFileSync(file("program.ts"), PROGRAM);
    assert.deepEqual(faultsOf(file("program.ts")), []);
  });
  // With the default settings, which repeat a parameter for each array item.
  const client = createClient({ baseUrl: service });
  for (const [name, input, holds] of REQUESTS) {
    await check(name, async () => {
      const { path, params, query } = partsOf(document, name, input);
      const { data, response } = await client.GET(path, { params: { path: params, query } });
      assert.equal(response.status, 200);
      holds(data);
    });
  }
  await check("calculate_tco", async () => holdsCost((await client.POST("/api/v2/tco", { body: COST })).data));
}
