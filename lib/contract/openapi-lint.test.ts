import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { call } from "@/lib/http/testing";

test("the API description passes Redocly's recommended ruleset without an error or a warning", async () => {
  const response = await call("/api/v2/openapi.json");
  expect(response.status).toBe(200);
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: await response.text(), absoluteRef: "openapi.json", config });
  const lines = problems.map(({ ruleId, severity, message, location }) => {
    return `${severity} ${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join(" ")}`;
  });
  expect(lines).toEqual([]);
});
