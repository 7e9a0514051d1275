import { describe, expect, test } from "vitest";
import { canonicalJson, evidenceId, nameKey, observationId, requestId } from "./ids";
import type { Observation } from "./schemas/observation";

const observation: Observation = {
  product: "acme",
  source: "example",
  trust: "A",
  observedAt: "2026-01-01",
  evidence: { url: "https://example.com/pricing" },
  fact: { kind: "fiscal_year_end", monthDay: "01-31" },
};

describe("ids", () => {
  test("canonical JSON ignores the order of keys and undefined members", () => {
    expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });

  test("an observation's id depends on all that it says", () => {
    expect(observationId(observation)).toMatch(/^ob_[0-9a-f]{16}$/);
    expect(observationId({ ...observation, effectiveFrom: undefined })).toBe(observationId(observation));
    expect(observationId({ ...observation, trust: "B" })).not.toBe(observationId(observation));
  });

  test("evidence is shared by what was seen at one place on one day", () => {
    expect(evidenceId(observation)).toMatch(/^ev_[0-9a-f]{16}$/);
    expect(evidenceId({ ...observation, product: "other" } as Observation)).toBe(evidenceId(observation));
    expect(evidenceId({ ...observation, trust: observation.trust === "B" ? "A" : "B" })).not.toBe(
      evidenceId(observation),
    );
    expect(evidenceId({ ...observation, observedAt: "2026-01-02" })).not.toBe(evidenceId(observation));
  });

  test("request ids differ", () => {
    expect(requestId()).not.toBe(requestId());
  });

  test.each([
    ["Slack", "slack"],
    ["  Notion.so ", "notion-so"],
    ["Business+", "business-plus"],
    ["Häagen & Söhne", "haagen-and-sohne"],
    ["Val's", "vals"],
    ["钉钉", "钉钉"],
    ["!!!", ""],
  ])("the name %j is compared as %j", (name, key) => {
    expect(nameKey(name)).toBe(key);
  });
});
