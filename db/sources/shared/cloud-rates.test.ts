import { expect, test } from "vitest";
import { flat, regionalMeter } from "./cloud-rates";

const hour = { name: "instanceHours", unit: "hour", per: 1 };

test("regions of one price share one entry, those of the leading region first, then the cheapest", () => {
  const meter = regionalMeter(
    hour,
    [flat("west", "0.2"), flat("south", "0.1"), flat("east", "0.2"), flat("north", "0.3"), flat("apart", "0.15")],
    "north",
  );
  expect(meter).toEqual({
    ...hour,
    mode: "standard",
    tierMode: null,
    prices: [
      { unitPrice: 0.3, from: 0, upTo: null, when: null, regions: ["north"] },
      { unitPrice: 0.1, from: 0, upTo: null, when: null, regions: ["south"] },
      { unitPrice: 0.15, from: 0, upTo: null, when: null, regions: ["apart"] },
      { unitPrice: 0.2, from: 0, upTo: null, when: null, regions: ["east", "west"] },
    ],
  });
});

test("bands become graduated; one without a new price is none, and the last may end", () => {
  const steps = [
    { from: 200, price: 0.085 },
    { from: 0, price: 0.085 },
    { from: 10_240, upTo: 51_200, price: 0.065 },
  ];
  expect(regionalMeter({ name: "egressGb", unit: "GB", per: 1 }, [{ region: null, steps }])).toMatchObject({
    tierMode: "graduated",
    prices: [
      { unitPrice: 0.085, from: 0, upTo: 10_240 },
      { unitPrice: 0.065, from: 10_240, upTo: 51_200 },
    ],
  });
});

test("a price without a region names none, and no price is no meter", () => {
  expect(regionalMeter(hour, [flat(null, 1)])?.prices).toEqual([{ unitPrice: 1, from: 0, upTo: null, when: null }]);
  expect(regionalMeter(hour, [])).toBeNull();
});
