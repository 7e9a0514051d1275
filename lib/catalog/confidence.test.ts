import { expect, test } from "vitest";
import { confidenceInChange } from "./confidence";

const shown = (publisher: string, trust: "A" | "B" | "C") => ({ publisher, trust });

test("confidence in a change grows with those who show it, each publisher once, and falls where the reading that stands differs", () => {
  const sure = (kind: "move" | "unconfirmed", ...evidence: ReturnType<typeof shown>[]) =>
    confidenceInChange({ class: kind, evidence });
  expect(sure("move", shown("Acme", "A"))).toBe(0.9);
  expect(sure("move", shown("List", "C"))).toBe(0.45);
  expect(sure("move", shown("List", "C"), shown("List", "C"))).toBe(0.45);
  expect(sure("move", shown("List", "C"), shown("Archive", "C"))).toBe(0.7);
  expect(sure("unconfirmed", shown("Acme", "A"))).toBe(0.63);
});
