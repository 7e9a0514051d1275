import { expect, test } from "vitest";
import { Observation, type RatesFact } from "@/lib/schemas/observation";
import { genaiList, type ProviderNotes } from "./parser";

const DAY = "2026-08-21";

const provider = (models: object[], id = "openai", page = "https://example.com/pricing") => [
  { id, pricing_urls: [page], models },
];
const notes = (checked: Record<string, string>, id = "openai"): ProviderNotes[] => [
  { id, file: `${id}.yml`, checked: new Map(Object.entries(checked)) },
];

const rates = (file: object) =>
  genaiList(file, [], DAY).readings.map(({ fact, observedAt, effectiveFrom }) => {
    const { meters, ...rest } = fact as RatesFact;
    return {
      observedAt,
      effectiveFrom,
      ...rest,
      meters,
      input: meters.find((m) => m.name === "inputTokens")?.prices[0]?.unitPrice,
    };
  });

test("a price checked within a year is first-hand and dated, another is not", () => {
  const file = provider([
    { id: "new", match: {}, prices: { input_mtok: 1 } },
    { id: "old", match: {}, prices: { input_mtok: 1 } },
    { id: "unchecked", match: {}, prices: { input_mtok: 1 } },
  ]);
  const { readings } = genaiList(file, notes({ new: "2026-07-29", old: "2025-07-12" }), DAY);
  expect(readings.map((r) => [r.trust, r.observedAt])).toEqual([
    ["A", "2026-07-29"],
    ["B", "2025-07-12"],
    ["B", DAY],
  ]);
});

test("once a dated price has begun it is the current one, and an earlier one never seen in force is rejected", () => {
  const model = {
    id: "m",
    match: {},
    prices: [{ prices: { input_mtok: 10 } }, { constraint: { start_date: "2025-06-10" }, prices: { input_mtok: 2 } }],
  };
  const { readings, rejects } = genaiList(provider([model]), [], DAY);
  expect(readings.map((r) => [r.observedAt, r.effectiveFrom])).toEqual([[DAY, "2025-06-10"]]);
  expect(rejects[0]?.reason).toContain("no day on which it was seen in force");
});

test("the cheaper window of the day is off-peak, in words", () => {
  const model = {
    id: "m",
    match: {},
    prices: [
      { prices: { input_mtok: 0.135 } },
      { constraint: { start_time: "00:30:00Z", end_time: "16:30:00Z" }, prices: { input_mtok: 0.27 } },
    ],
  };
  const [only] = rates(provider([model], "deepseek"));
  expect(only?.meters.map((m) => [m.mode, m.prices[0]?.unitPrice, m.prices[0]?.when])).toEqual([
    ["standard", 0.27, null],
    ["off_peak", 0.135, "16:30–00:30 UTC"],
  ]);
});

test("tiers are a cliff", () => {
  const model = { id: "m", match: {}, prices: { input_mtok: { base: 2.5, tiers: [{ start: 272000, price: 5 }] } } };
  const [only] = rates(provider([model]));
  expect(only?.meters[0]).toMatchObject({
    tierMode: "cliff",
    prices: [
      { unitPrice: 2.5, from: 0, upTo: 272_000 },
      { unitPrice: 5, from: 272_000, upTo: null },
    ],
  });
});

test("0 is kept for ids that end in :free, and nothing is made of an empty price", () => {
  const file = provider(
    [
      { id: "a:free", match: {}, prices: { input_mtok: 0 } },
      { id: "b", match: {}, prices: { input_mtok: 0 } },
      { id: "c:free", match: {}, prices: {} },
    ],
    "openrouter",
  );
  const { readings, rejects } = genaiList(file, [], DAY);
  expect(readings.map((r) => (r.fact as RatesFact).model)).toEqual(["a:free"]);
  expect(rejects.map((r) => r.reason)).toEqual(["every price is 0: unknown, not free", "no price stated"]);
});

test("Hugging Face's hosts are one product, and Google's Claude is sold on Vertex AI", () => {
  const model = { id: "claude-opus-4-6", match: {}, prices: { input_mtok: 5 } };
  const where = (id: string) =>
    genaiList(provider([model], id), [], DAY).readings.map((r) => [r.subject.slug, (r.fact as RatesFact).model]);
  expect(where("huggingface_groq")).toEqual([["hugging-face-inference", "groq/claude-opus-4-6"]]);
  expect(where("google")).toEqual([["vertex-ai", "claude-opus-4-6"]]);
});

test("dollars that the list converted from yuan are third-hand, and say so", () => {
  const { readings } = genaiList(
    provider([{ id: "GLM-5", match: {}, prices: { input_mtok: 0.552 } }], "zhipuai"),
    notes({ "GLM-5": "2026-06-09" }, "zhipuai"),
    DAY,
  );
  expect(readings[0]).toMatchObject({ trust: "C", evidence: { note: expect.stringContaining("CNY") } });
});

test("of two entries under one id the one for exactly that id counts", () => {
  const { readings } = genaiList(
    provider([
      { id: "m", match: { starts_with: "m" }, prices: { input_mtok: 9 } },
      { id: "m", match: { equals: "m" }, prices: { input_mtok: 1 } },
    ]),
    [],
    DAY,
  );
  expect(readings).toHaveLength(1);
  expect(readings[0]?.fact).toMatchObject({ meters: [{ prices: [{ unitPrice: 1 }] }] });
  const { subject, ...rest } = readings[0] ?? { subject: { slug: "" } };
  expect(Observation.safeParse({ product: subject.slug, source: "genai-prices", ...rest }).success).toBe(true);
});

test("an announced price is read with its day, whether or not it is called off elsewhere", () => {
  const model = {
    id: "claude-sonnet-5",
    match: {},
    prices: [{ prices: { input_mtok: 2 } }, { constraint: { start_date: "2026-09-01" }, prices: { input_mtok: 3 } }],
  };
  const { readings } = genaiList(provider([model], "anthropic"), [], DAY);
  expect(readings.map((one) => one.effectiveFrom)).toEqual([undefined, "2026-09-01"]);
});

const remarked = (model: object, id = "openai", comments?: string) =>
  genaiList(
    [
      {
        id,
        pricing_urls: ["https://example.com/pricing"],
        ...(comments && { price_comments: comments }),
        models: [{ id: "m", match: {}, prices: { input_mtok: 1 }, ...model }],
      },
    ],
    notes({ m: "2026-06-09" }, id),
    DAY,
  ).readings;

test.each([
  "Imported from OpenRouter pricing; verify against OpenAI pricing when native API pricing is published.",
  "Seen on OpenRouter before OpenAI",
  "Can't find pricing on this model, so just trusting open router",
])("a price of OpenRouter is not read as the maker's: %s", (price_comments) => {
  expect(remarked({ price_comments })).toEqual([]);
});

test.each([
  "I can't find anything about this model or it's pricing, so trusting the original source",
  "Seems to be no longer available on cerebras, here to help with tests",
  "Regional/cross-region endpoints carry a 10% premium over global (AWS published only the global promo rate; regional computed as global +10%, per the documented regional premium).",
])("a figure that is not the maker's is of kind C and shown by the list: %s", (price_comments) => {
  const found = remarked({ price_comments });
  expect(found).toHaveLength(1);
  for (const { trust, evidence } of found) {
    expect(trust).toBe("C");
    expect(evidence.url).toContain("github.com/pydantic/genai-prices");
    expect(evidence.via).toBeUndefined();
    expect(evidence.note).toBeTruthy();
  }
});

test.each([
  ["Developer tier pricing. Free tier: 65k context, Paid tier: 131k context.", "Price of the Developer tier."],
  [
    "Standard tier pricing shown; Batch and Flex tiers offer 50% discount, Priority tier is 1.8x. Introductory rates apply through 2026-12-31.",
    "Introductory price, through 2026-12-31.",
  ],
  [
    "Promotional launch pricing ($2/$10 per MTok) through 2026-08-31; standard ($3/$15) from 2026-09-01.",
    "Introductory price, through 2026-08-31.",
  ],
  [
    'docs give just one price - "Pricing Per 1M Tokens", we assume that\'s input and output',
    "The page gives one price; the list takes it for input and output alike.",
  ],
  [
    "Global endpoint pricing, flat across the full 1M context window. Multi-region and regional endpoints carry a 10% premium.",
    "Price of the global endpoint; multi-region and regional ones cost 10 % more.",
  ],
  [
    "Fast and US-only serverless pricing. See https://docs.fireworks.ai/serverless/pricing.",
    "Fast and US-only serverless price.",
  ],
])("a remark that qualifies a price is told: %s", (price_comments, note) => {
  const [now] = remarked({ price_comments });
  expect(now).toMatchObject({ trust: "A", evidence: { note } });
});

test("an introductory price is told of today's price alone", () => {
  const prices = [
    { prices: { input_mtok: 1 } },
    { constraint: { start_date: "2026-09-01" }, prices: { input_mtok: 3 } },
  ];
  const price_comments =
    "Introductory pricing ($2/$10 per MTok) applies through 2026-08-31; standard pricing ($3/$15) applies from 2026-09-01.";
  const found = remarked({ price_comments, prices });
  expect(found.filter(({ evidence }) => evidence.note).map((r) => [r.observedAt, r.effectiveFrom])).toEqual([
    ["2026-06-09", undefined],
  ]);
});

test("a remark on all prices of a provider is told of each", () => {
  const comments = 'These are prices for "*-Global" models, prices for "Regional" models are often slightly higher.';
  expect(remarked({}, "azure", comments)[0]?.evidence.note).toBe(
    "Price of global deployments; regional ones often cost slightly more.",
  );
});

test("prices of the first tier alone end with it", () => {
  const prices = { input_mtok: 0.276, output_mtok: 1.103 };
  const [both] = remarked(
    { prices, description: "Tiered pricing; prices shown for [0, 32k) input / [0, 0.2k) output tier." },
    "zhipuai",
  );
  expect(both?.fact).toMatchObject({
    meters: [
      { tierMode: "cliff", prices: [{ from: 0, upTo: 32_000, when: "answers under 200 tokens" }] },
      { tierMode: "cliff", prices: [{ from: 0, upTo: 32_000, when: "answers under 200 tokens" }] },
    ],
  });
  const [input] = remarked({ prices, description: "Tiered pricing; prices shown for [0, 32k) input tier." }, "zhipuai");
  expect(input?.fact).toMatchObject({ meters: [{ prices: [{ upTo: 32_000, when: null }] }, {}] });
});

test("a model that the list keeps for old bills is retired", () => {
  expect(remarked({ description: "Retired, here to match price sources" })[0]?.fact).toMatchObject({
    status: "retired",
  });
  expect(remarked({ description: "Note: This model is being deprecated." })[0]?.fact).toMatchObject({
    status: "deprecated",
  });
});
