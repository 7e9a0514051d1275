import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";
import { OFFERS, offerUrl } from "./parser";

const { "AWSLambda.csv": lambda = "" } = fixturesIn(import.meta.dirname);
const OFFER_CODES = Object.keys(OFFERS);

const HEAD =
  '"SKU","TermType","StartingRange","EndingRange","Unit","PricePerUnit","Currency","Product Family","Group","usageType","Queue Type","Region Code"';
const bodies = (own: string) =>
  OFFER_CODES.map((offer) => (offer === "AWSLambda" ? own : `"FormatVersion","v1.0"\n${HEAD}\n`));
const read = (own: string) => readBy(collector, bodies(own));

test("asks for the table of each chosen service", () => {
  expect(collector.requests({ day: "2026-11-23" }).map(({ url }) => url)).toEqual(OFFER_CODES.map(offerUrl));
  expect(offerUrl("AWSLambda")).toBe(
    "https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AWSLambda/current/index.csv",
  );
});

test("prices on demand stand with their regions and their tiers in order, whatever the order of the rows", async () => {
  const { readings } = await read(lambda);
  expect(readings).toMatchObject([
    {
      subject: { slug: "aws-lambda" },
      trust: "A",
      observedAt: "2026-11-23",
      evidence: { url: offerUrl("AWSLambda") },
      fact: {
        model: "x86",
        currency: "USD",
        meters: [
          {
            name: "requests",
            per: 1_000_000,
            tierMode: null,
            prices: [{ unitPrice: 0.2, from: 0, upTo: null, regions: ["eu-west-1", "us-east-1"] }],
          },
          {
            name: "computeGbSeconds",
            per: 1,
            tierMode: "graduated",
            prices: [
              { unitPrice: 0.0000166667, from: 0, upTo: 6_000_000_000 },
              { unitPrice: 0.000015, upTo: 15_000_000_000 },
              { unitPrice: 0.0000133334, upTo: null },
            ],
          },
        ],
      },
    },
  ]);
});

test("tiers with a gap, two prices for the same and another unit give no price", async () => {
  const reasons = async (body: string) => (await read(body)).rejects.map(({ row, reason }) => `${row}: ${reason}`);
  expect(await reasons(lambda)).toContain(
    "aws-lambda arm computeGbSeconds us-east-1: tiers that do not follow on from each other",
  );
  const second = lambda.split("\n").find((line) => line.startsWith('"A1"')) ?? "";
  expect(await reasons(`${lambda}${second.replace("0.0000002000", "0.0000003000")}\n`)).toContain(
    "aws-lambda x86 requests us-east-1: two prices for the same use",
  );
  expect(await reasons(lambda.replaceAll('"Requests"', '"Hrs"'))).toContain(
    "aws-lambda x86 requests us-east-1: priced by another unit: Hrs",
  );
});

test.each([
  ["a page in place of the table", "<html></html>"],
  ["another version", lambda.replace('"v1.0"', '"v2.0"')],
  ["a column under another name", lambda.replace('"PricePerUnit"', '"Price"')],
  ["no column for the group", lambda.replace('"Group",', '"Kind",')],
  ["a price in words", lambda.replaceAll("0.0000002000", "see website")],
  ["a range in words", lambda.replaceAll('"6000000000"', '"6B"')],
  ["the last row cut off", lambda.slice(0, lambda.indexOf("A commitment") + 4)],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => read(body)).rejects.toThrow(ListChangedError);
});

test("a table of any length is gone through without being held", async () => {
  const rows = 60_000;
  const filler = `"Z","T","Z","OnDemand","Something else","2026-11-01","0","Inf","Hrs","1.0","USD","Other","AWSLambda","US East (N. Virginia)","AWS Region","","","Else","","us-east-1","AWS Lambda"\n`;
  let ahead = 0;
  let taken = 0;
  async function* chunks() {
    yield Buffer.from(lambda);
    for (let at = 0; at < rows; at += 100) {
      ahead = Math.max(ahead, at - taken);
      yield Buffer.from(filler.repeat(100));
      taken = at;
    }
  }
  async function* files() {
    for (const offer of OFFER_CODES) {
      const small = Buffer.from(`"FormatVersion","v1.0"\n${HEAD}\n`);
      yield {
        url: offerUrl(offer),
        chunks:
          offer === "AWSLambda"
            ? chunks()
            : (async function* () {
                yield small;
              })(),
      };
    }
  }
  const result = await collector.parseStream?.(files(), { day: "2026-11-23" });
  expect(result?.readings).toHaveLength(1);
  // It requests the next piece only after it has finished the previous one.
  expect(ahead).toBeLessThanOrEqual(100);
});
