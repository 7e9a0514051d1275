import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { archive } from "../shared/archive.fixture";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const FILES = fixturesIn(import.meta.dirname);
const DATA = "prices/data.json";
const OWN_FILE = "https://github.com/pydantic/genai-prices/blob/main/prices/providers/openai.yml";

test("a checked price is first-hand, one dated ahead is announced", async () => {
  const { readings } = await readBy(collector, [await archive({ "README.md": "# Acme", ...FILES })]);
  expect(readings).toMatchObject([
    {
      subject: { slug: "openai-api" },
      trust: "A",
      observedAt: "2026-11-01",
      evidence: { url: expect.stringMatching(/openai/), via: OWN_FILE },
      fact: { model: "acme-chat-1", contextWindow: 128_000, meters: [{ prices: [{ unitPrice: 2 }] }, {}, {}] },
    },
    {
      trust: "B",
      evidence: { via: OWN_FILE },
      fact: { model: "acme-chat-2", meters: [{ prices: [{ unitPrice: 1 }] }, {}] },
    },
    { effectiveFrom: "2026-12-01", fact: { model: "acme-chat-2", meters: [{ prices: [{ unitPrice: 0.5 }] }, {}] } },
  ]);
});

const { [DATA]: data = "", ...others } = FILES;
test.each([
  ["the file is elsewhere", { ...others, "prices/v9/data.json": data }],
  ["an object in place of the list", { ...others, [DATA]: "{}" }],
  ["no models of a provider", { ...others, [DATA]: data.replace('"models"', '"entries"') }],
  ["a price as text", { ...others, [DATA]: data.replace('"input_mtok": 2', '"input_mtok": "2"') }],
  ["a condition of another kind", { ...others, [DATA]: data.replace("start_date", "starting") }],
])("another form stops it: %s", async (_, files) => {
  const body = await archive(files);
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
