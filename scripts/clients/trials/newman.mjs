import { strict as assert } from "node:assert";
import newman from "newman";
import postman from "openapi-to-postmanv2";

/** An operation that needs a key refuses requests without one, as its description says. */
const EXPECTED = { get_bulk: 401 };

export default async function ({ check, service, document }) {
  const collection = await check("import", () => imported(document));
  const summary = await check("run", () => runOf(collection, service));
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  await check("every operation is a request", () => assert.equal(summary.run.executions.length, operations.length));
  for (const { item, response, requestError } of summary.run.executions) {
    const { operationId } = operations.find((operation) => operation.summary === item.name);
    await check(operationId, () => {
      assert.equal(requestError ?? undefined, undefined);
      assert.equal(response.code, EXPECTED[operationId] ?? 200, response.text().slice(0, 400));
    });
  }
}

function imported(document) {
  const input = { type: "json", data: structuredClone(document) };
  const options = { parametersResolution: "Example", folderStrategy: "Tags" };
  return new Promise((resolve, reject) => {
    postman.convertV2(input, options, (error, { result, reason, output } = {}) => {
      if (error || !result) reject(error ?? new Error(reason));
      else resolve(output[0].data);
    });
  });
}

function runOf(collection, service) {
  return new Promise((resolve, reject) => {
    const options = { collection, envVar: [{ key: "baseUrl", value: service }], reporters: [] };
    newman.run(options, (error, summary) => (error ? reject(error) : resolve(summary)));
  });
}
