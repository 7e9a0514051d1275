import fc from "fast-check";
import { CheckOutcome } from "@/lib/schemas/check";
import type { RecordedCheck } from "../checks";
import { day } from "./observations";

export const PAGE = "https://acme.example.com/pricing";

/** Returns a check of Acme's page at noon of a day. */
export function look(on: string, rest: Partial<RecordedCheck> = {}): RecordedCheck {
  const { outcome = "unchanged" } = rest;
  return {
    id: `ck-${on}-${outcome}`,
    run: "run-1",
    product: "acme",
    kind: "page",
    url: PAGE,
    startedAt: `${on}T12:00:00.000Z`,
    durationMs: 900,
    httpStatus: 200,
    outcome,
    extractor: "html",
    sha256: null,
    shown: null,
    reason: null,
    ...rest,
  };
}

export const checks: fc.Arbitrary<RecordedCheck[]> = fc.array(
  fc
    .record({
      on: day,
      hour: fc.integer({ min: 0, max: 23 }),
      kind: fc.constantFrom("page" as const, "page" as const, "list" as const),
      outcome: fc.constantFrom(...CheckOutcome.options),
      settled: fc.option(day),
    })
    .map(({ on, hour, kind, outcome, settled }) => {
      const startedAt = `${on}T${String(hour).padStart(2, "0")}:00:00.000Z`;
      const settledAt = outcome === "held" && settled ? { settledAt: `${settled}T23:00:00.000Z` } : {};
      return look(on, { id: `ck ${startedAt} ${kind} ${outcome}`, startedAt, kind, outcome, ...settledAt });
    }),
  { maxLength: 8 },
);
