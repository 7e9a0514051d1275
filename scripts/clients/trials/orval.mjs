import { strict as assert } from "node:assert";
import { writeFileSync } from "node:fs";
import { generate } from "orval";
import { COST, holdsCost, partsOf, REQUESTS } from "../asked.mjs";
import { faultsOf, linkPackages, load } from "../transpile.mjs";

const named = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

export default async function ({ check, service, document, folder, file }) {
  const client = await check("client", async () => {
    linkPackages(folder);
    writeFileSync(file("openapi.json"), JSON.stringify(document));
    await generate({
      input: { target: file("openapi.json") },
      output: { target: file("client.ts"), client: "fetch", baseUrl: service },
    });
    assert.deepEqual(faultsOf(file("client.ts")), []);
    return load(file("client.ts"));
  });
  for (const [name, input, holds] of REQUESTS) {
    await check(name, async () => {
      const { params, query } = partsOf(document, name, input);
      const given = [...Object.values(params), ...(Object.keys(query).length > 0 ? [query] : [])];
      const { status, data } = await client[named(name)](...given);
      assert.equal(status, 200);
      holds(data);
    });
  }
  await check("calculate_tco", async () => holdsCost((await client.calculateTco(COST)).data));
}
