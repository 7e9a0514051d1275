import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/catalog/day";
import { knownOn, type MaybeStored } from "@/lib/catalog/ledger";
import { POLICY } from "@/lib/catalog/policy";
import { observationId } from "@/lib/ids";
import type { Observation, PlansFact } from "@/lib/schemas/observation";
import { type Before, type Comparison, compareReadings } from "./compare";

const URL = "https://example.com/list.json";

function rate(
  product: string,
  model: string,
  price: number,
  observedAt: string,
  more: Partial<Observation> = {},
): Observation {
  const prices = [{ unitPrice: price, from: 0, upTo: null, when: null }];
  return {
    product,
    source: "acme",
    trust: "B",
    observedAt,
    evidence: { url: URL },
    fact: {
      kind: "rates",
      model,
      currency: "USD",
      meters: [{ name: "inputTokens", unit: "token", per: 1_000_000, mode: "standard", tierMode: null, prices }],
    },
    ...more,
  };
}

function plans(tiers: Record<string, number>, observedAt: string, fact: Partial<PlansFact> = {}): Observation {
  return {
    ...rate("acme", "", 0, observedAt),
    fact: {
      kind: "plans",
      currency: "USD",
      complete: true,
      tiers: Object.entries(tiers).map(([id, amount]) => ({
        id,
        name: id,
        status: "published",
        prices: [{ amount, period: "month", billing: "monthly" }],
        unit: "user",
      })),
      ...fact,
    },
  };
}

const compare = (
  listed: readonly Observation[],
  standing: readonly Observation[],
  day: string,
  { products = null, ...more }: Partial<Before & { retires: boolean; everyDays: number; unread: string[] }> = {},
): Comparison =>
  compareReadings(listed, { standing, products }, { day, everyDays: 1, retires: false, unread: [], url: URL, ...more });

/** Returns the ledger after a run. Each reading has its own time, as evidence of a run has. */
const after = (standing: readonly MaybeStored[], { appended }: Comparison, run: number): MaybeStored[] => {
  const added = appended.map((row) => ({
    ...row,
    evidence: { ...row.evidence, readAt: new Date(run * 1000).toISOString() },
  }));
  return knownOn([...standing, ...added.map((row) => ({ ...row, id: observationId(row) }))], "9999-12-31");
};

describe("what differs from what a source said last", () => {
  test("is a new price, whatever its address and the order of its tiers", () => {
    const before = plans({ pro: 8, team: 20 }, "2026-01-01");
    const moved = { ...plans({ pro: 8, team: 20 }, "2026-02-01"), evidence: { url: "https://example.com/other" } };
    if (moved.fact.kind === "plans") moved.fact.tiers.reverse();
    expect(compare([moved], [before], "2026-02-01")).toMatchObject({ appended: [], counts: { unchanged: 1 } });
    const dearer = plans({ pro: 9, team: 20 }, "2026-02-01");
    expect(compare([dearer], [before], "2026-02-01")).toMatchObject({
      appended: [dearer],
      counts: { moved: 1, unchanged: 0 },
      otherPrices: 1,
    });
  });

  test("is another particular, which is no move", () => {
    const before = plans({ pro: 8 }, "2026-01-01");
    const now = plans({ pro: 8 }, "2026-02-01", { complete: false });
    const found = compare([now], [before], "2026-02-01");
    expect(found).toMatchObject({ appended: [now], counts: { moved: 0, corrected: 1 }, otherPrices: 0 });
    expect([...found.verdicts]).toEqual([["acme", "unchanged"]]);
  });

  test("is measured by the reading that is not later than its own day", () => {
    const standing = [rate("a", "m", 1, "2025-01-01"), rate("a", "m", 2, "2025-12-15")];
    const dated = [rate("a", "m", 1, "2025-03-01"), rate("a", "m", 2, "2026-02-01")];
    expect(compare(dated, standing, "2026-02-01")).toMatchObject({ appended: [], counts: { unchanged: 2 } });
    const past = rate("a", "m", 1.5, "2025-03-01");
    const found = compare([past, rate("a", "m", 2, "2026-02-01")], standing, "2026-02-01");
    expect(found).toMatchObject({ appended: [past], counts: { corrected: 1, moved: 0, unchanged: 1 } });
    expect([...found.verdicts]).toEqual([["a", "unchanged"]]);
  });

  test("for a day that was read already takes the earlier reading back, and that alone", () => {
    const [wrong, kept] = [rate("a", "m", 1, "2026-02-01"), rate("a", "n", 5, "2026-02-01")];
    const now = rate("a", "m", 2, "2026-02-01");
    const { appended } = compare([now, kept], [wrong, kept], "2026-02-03");
    expect(appended).toEqual([
      {
        product: "a",
        source: "acme",
        trust: "B",
        observedAt: "2026-02-03",
        evidence: { url: URL },
        fact: { kind: "retraction", retracts: [observationId(wrong)], reason: expect.any(String) },
      },
      now,
    ]);
  });

  test("of two voices and of two costs is told apart", () => {
    const cost = (key: string, amount: number, observedAt: string): Observation => ({
      ...rate("a", "", 0, observedAt),
      fact: {
        kind: "hidden_cost",
        cost: "support",
        label: key,
        key,
        amount,
        percent: null,
        currency: "USD",
        unit: null,
      },
    });
    const standing = [
      rate("a", "m", 1, "2026-01-01", { voice: "one" }),
      rate("a", "m", 2, "2026-01-01", { voice: "two" }),
      cost("gold", 10, "2026-01-01"),
      cost("silver", 5, "2026-01-01"),
    ];
    const moved = [rate("a", "m", 3, "2026-02-01", { voice: "two" }), cost("silver", 6, "2026-02-01")];
    const listed = [rate("a", "m", 1, "2026-02-01", { voice: "one" }), cost("gold", 10, "2026-02-01"), ...moved];
    expect(new Set(compare(listed, standing, "2026-02-01").appended)).toEqual(new Set(moved));
  });

  test("is appended with all that the line says of that day: none of it is lost behind the newer day", () => {
    const announced = { effectiveFrom: "2026-06-01" };
    const standing = [rate("a", "m", 1, "2026-01-01"), rate("a", "m", 2, "2026-01-01", announced)];
    const listed = [rate("a", "m", 1, "2026-02-01"), rate("a", "m", 3, "2026-02-01", announced)];
    const first = compare(listed, standing, "2026-02-01");
    expect(first.appended).toEqual(listed);
    const later = listed.map((row) => ({ ...row, observedAt: "2026-02-02" }));
    expect(compare(later, after(standing, first, 1), "2026-02-02").appended).toEqual([]);
  });
});

test("what stays the same is said again before its last reading is due for a check, and no sooner", () => {
  const standing = [rate("a", "m", 1, "2026-01-01")];
  const onDay = (age: number, everyDays: number) => {
    const day = addDays("2026-01-01", age);
    return compare([rate("a", "m", 1, day)], standing, day, { everyDays });
  };
  expect(onDay(POLICY.freshForDays - 7, 7)).toMatchObject({ appended: [], counts: { restated: 0, unchanged: 1 } });
  expect(onDay(POLICY.freshForDays - 6, 7)).toMatchObject({
    appended: [{ observedAt: addDays("2026-01-01", POLICY.freshForDays - 6) }],
    counts: { restated: 1, unchanged: 1, moved: 0 },
  });
  const dated = rate("a", "m", 1, "2026-01-01");
  expect(compare([dated], standing, "2027-01-01")).toMatchObject({ appended: [], counts: { restated: 0 } });
});

test("a model that is no longer listed is retired; one that was listed for some days only was a mistake", () => {
  const standing = [
    rate("a", "old", 1, "2026-01-01"),
    rate("a", "slip", 1, "2026-01-20"),
    rate("a", "kept", 1, "2026-01-01"),
  ];
  const gone = (day: string) => compare([rate("a", "kept", 1, day)], standing, day, { retires: true });
  const shown = ({ appended }: Comparison) =>
    appended.map(({ fact }) => (fact.kind === "rates" ? [fact.status, fact.model] : [fact.kind]));
  expect(shown(gone("2026-01-26"))).toEqual([["retired", "old"], ["retraction"]]);
  expect(shown(gone("2026-01-27"))).toEqual([
    ["retired", "old"],
    ["retired", "slip"],
  ]);
  const again = rate("a", "old", 1, "2026-01-27");
  expect(
    compare([rate("a", "kept", 1, "2026-01-27")], [...standing, again], "2026-01-27", { retires: true }).counts.gone,
  ).toBe(2);
  expect(
    shown(compare([rate("a", "kept", 1, "2026-01-27")], [...standing, again], "2026-01-27", { retires: true })),
  ).toEqual([["retired", "slip"]]);
});

test("products are missed by what the last reading named, at first by all that are still sold", () => {
  const gone = rate("c", "m", 1, "2025-02-01");
  const retired: Observation = {
    ...gone,
    fact: { kind: "rates", model: "m", status: "retired", currency: "USD", meters: [] },
  };
  const standing = [
    rate("a", "m", 1, "2025-01-01"),
    rate("b", "m", 1, "2025-01-01"),
    rate("c", "m", 1, "2025-01-01"),
    retired,
  ];
  const listed = [rate("a", "m", 1, "2025-03-01")];
  expect(compare(listed, standing, "2025-03-01").goneProducts).toEqual(["b"]);
  expect(compare(listed, standing, "2025-03-01", { products: ["a"] }).goneProducts).toEqual([]);
});

const Line = fc.record({
  product: fc.constantFrom("a", "b"),
  model: fc.constantFrom("m", "n", "o"),
  price: fc.constantFrom(1, 2, 3),
  ago: fc.constantFrom(0, 0, 0, 1, 30),
});
const List = fc.uniqueArray(Line, {
  maxLength: 8,
  selector: ({ product, model, ago }) => `${product} ${model} ${ago}`,
});
const Lists = fc.array(fc.record({ list: List, days: fc.constantFrom(0, 1, 7, 100) }), { minLength: 1, maxLength: 6 });

describe("any succession of lists", () => {
  const readings = (list: { product: string; model: string; price: number; ago: number }[], day: string) =>
    list.map(({ product, model, price, ago }) => rate(product, model, price, addDays(day, -ago)));
  const run = (
    lists: { list: typeof Line extends fc.Arbitrary<infer L> ? L[] : never; days: number }[],
    retires: boolean,
  ) => {
    let standing: MaybeStored[] = [];
    let day = "2026-01-01";
    for (const [at, { list, days }] of lists.entries()) {
      day = addDays(day, days);
      standing = after(standing, compare(readings(list, day), standing, day, { retires }), at + 1);
    }
    return { standing, day, last: readings(lists.at(-1)?.list ?? [], day) };
  };

  test("read twice says nothing new the second time", () => {
    fc.assert(
      fc.property(Lists, fc.boolean(), (lists, retires) => {
        const { standing, day, last } = run(lists, retires);
        const again = compare(last, standing, day, { retires });
        expect(again.appended).toEqual([]);
        expect(again.counts).toMatchObject({ new: 0, moved: 0, corrected: 0, restated: 0, unchanged: last.length });
      }),
    );
  });

  test("leaves of each line of the last list what that list says, and one statement a day", () => {
    fc.assert(
      fc.property(Lists, fc.boolean(), (lists, retires) => {
        const { standing, last } = run(lists, retires);
        const of = (row: Observation) => `${row.product} ${row.fact.kind === "rates" ? row.fact.model : ""}`;
        for (const line of last) {
          const own = standing.filter((row) => of(row) === of(line) && row.observedAt <= line.observedAt);
          const newest = own
            .map(({ observedAt }) => observedAt)
            .sort()
            .at(-1);
          expect(own.filter(({ observedAt }) => observedAt === newest).map(({ fact }) => fact)).toEqual([line.fact]);
        }
        const places = standing.map((row) => `${of(row)} ${row.observedAt}`);
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });

  test("counts each reading once, whatever the order of the list", () => {
    fc.assert(
      fc.property(Lists, List, (lists, list) => {
        const { standing, day } = run(lists, false);
        const found = compare(readings(list, day), standing, day);
        const { read, new: fresh, moved, corrected, unchanged } = found.counts;
        expect(fresh + moved + corrected + unchanged).toBe(read);
        const turned = compare(readings([...list].reverse(), day), standing, day);
        expect(turned.counts).toEqual(found.counts);
        expect(new Set(turned.appended.map(observationId))).toEqual(new Set(found.appended.map(observationId)));
        expect(new Map([...turned.verdicts].sort())).toEqual(new Map([...found.verdicts].sort()));
      }),
    );
  });
});
