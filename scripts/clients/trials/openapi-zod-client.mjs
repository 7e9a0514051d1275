import { strict as assert } from "node:assert";
import { generateZodClientFromOpenAPI } from "openapi-zod-client";
import { COST, holdsCost, partsOf, REQUESTS } from "../asked.mjs";
import { linkPackages, load } from "../transpile.mjs";

/** Tests a client that validates parameters and responses with schemas generated from the document. */
export default async function ({ check, service, document, folder, file }) {
  const client = await check("client", async () => {
    linkPackages(folder);
    await generateZodClientFromOpenAPI({
      openApiDoc: document,
      distPath: file("client.ts"),
      disableWriteToFile: false,
      options: { withAlias: true, withDeprecatedEndpoints: true },
    });
    return (await load(file("client.ts"))).createApiClient(service, { validate: true });
  });
  for (const [name, input, holds] of REQUESTS) {
    const { params, query } = partsOf(document, name, input);
    await check(name, async () => holds(await client[name]({ params, queries: query })));
  }
  await check("calculate_tco", async () => holdsCost(await client.calculate_tco(COST)));
  await check("a text of several words and scripts", async () => {
    const { results } = await client.discover_software({ queries: { q: "Zoom – 회의", limit: 2 } });
    assert.ok(Array.isArray(results));
  });
}
