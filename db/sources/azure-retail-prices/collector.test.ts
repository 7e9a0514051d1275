import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn } from "../shared/list.fixture";
import { collector } from "./collector";
import { measureOf } from "./parser";

const { "page-1.json": first = "", "page-2.json": second = "" } = fixturesIn(import.meta.dirname);
const [request] = collector.requests({ day: "2026-11-23" });
if (!request || !collector.parse) throw new Error("It asks for pages and reads them whole.");
const { parse } = collector;
const read = (...texts: string[]) =>
  parse(
    texts.map((text, at) => ({ url: `${request.url}&page=${at}`, text })),
    { day: "2026-11-23" },
  );

test("asks for one service at a time, by use, in dollars", () => {
  const { searchParams } = new URL(request.url);
  expect(searchParams.get("currencyCode")).toBe("USD");
  expect(searchParams.get("$filter")).toBe(
    "serviceName eq 'API Management' and priceType eq 'Consumption' and (armRegionName eq 'eastus' or armRegionName eq 'westeurope')",
  );
});

test("a page leads to the next one of the same list, the last to none", () => {
  expect(collector.next?.(first, request)).toEqual({
    url: "https://prices.azure.com/api/retail/prices?$filter=serviceName%20eq%20%27Functions%27&$skip=2",
    accept: "application/json",
  });
  expect(collector.next?.(second, request)).toBeNull();
  const away = first.replace("https://prices.azure.com:443", "http://metadata.example.com");
  expect(() => collector.next?.(away, request)).toThrow(ListChangedError);
  expect(() => collector.next?.("<html>", request)).toThrow(ListChangedError);
});

test("prices of all pages join into the meters of one kind, with what is free at first as their first tier", () => {
  const { readings, rejects } = read(first, second);
  expect(readings).toMatchObject([
    {
      subject: { slug: "azure-functions" },
      trust: "A",
      observedAt: "2026-11-23",
      evidence: { url: "https://prices.azure.com/api/retail/prices" },
      fact: {
        model: "functions/standard",
        currency: "USD",
        meters: [
          {
            name: "standardExecutionTime",
            unit: "GB-second",
            per: 1,
            prices: [{ unitPrice: 0.000016, regions: ["westeurope"] }],
          },
          {
            name: "standardTotalExecutions",
            unit: "execution",
            per: 10,
            tierMode: "graduated",
            prices: [
              { unitPrice: 0, from: 0, upTo: 1_000_000 },
              { unitPrice: 0.000002, from: 1_000_000, upTo: null },
            ],
          },
        ],
      },
    },
  ]);
  expect(rejects).toEqual([{ row: "Functions, Standard, Acme Boxes", reason: "unit that is not stated: 1 Box" }]);
});

test.each([
  ["10K", "Standard Operations", { unit: "operation", per: 10_000 }],
  ["1M", "Basic Messages", { unit: "message", per: 1_000_000 }],
  ["1 Hour", "Standard Unit", { unit: "hour", per: 1 }],
  ["1 GB/Month", "Data Stored", { unit: "GB-month", per: 1 }],
  ["1/Month", "Public Zone", { unit: "month", per: 1 }],
  ["1", "Standard Something", null],
  ["1 Rotation", "Key", null],
  ["many", "Operations", null],
])("%s of %s", (unitOfMeasure, meterName, measure) => {
  expect(measureOf(unitOfMeasure, meterName)).toEqual(measure);
});

test.each([
  ["no items", first.replace('"Items"', '"items"')],
  ["another currency", first.replace('"BillingCurrency": "USD"', '"BillingCurrency": "EUR"')],
  ["prices as text", first.replace(/("retailPrice": )([\d.]+)/g, '$1"$2"')],
  ["no service", first.replaceAll('"serviceName"', '"service"')],
])("another form stops it: %s", (_, body) => {
  expect(() => read(body)).toThrow(ListChangedError);
});
