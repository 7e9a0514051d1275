import { expect, test } from "vitest";
import { Observation, type RatesFact } from "@/lib/schemas/observation";
import { genaiReadings, type ProviderNotes } from "./parser";

const DAY = "2026-08-21";

type Point = [string, number | null, string];
const series = (model: string, meter: string, points: Point[], provider = "openai") => ({
  provider,
  model,
  meter,
  points,
});
const history = (...all: ReturnType<typeof series>[]) => ({ range: ["2025-06-21", DAY], series: all });
const provider = (models: object[], id = "openai", page = "https://example.com/pricing") => [
  { id, pricing_urls: [page], models },
];
const notes = (checked: Record<string, string>, id = "openai"): ProviderNotes[] => [
  { id, file: `${id}.yml`, checked: new Map(Object.entries(checked)) },
];

const rates = (file: object, past: object = history(), about: ProviderNotes[] = []) =>
  genaiReadings(file, past, about).readings.map(({ fact, observedAt, effectiveFrom }) => {
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
  const { readings } = genaiReadings(file, history(), notes({ new: "2026-07-29", old: "2025-07-12" }));
  expect(readings.map((r) => [r.trust, r.observedAt])).toEqual([
    ["A", "2026-07-29"],
    ["B", "2025-07-12"],
    ["B", DAY],
  ]);
});

test("a price entered after the last check was seen on the day of its entry, and is listed once", () => {
  const model = { id: "m", match: {}, prices: { input_mtok: 2 } };
  const prices = series("m", "input_mtok", [
    ["2026-01-10", 1, "a"],
    ["2026-06-30", 2, "b"],
  ]);
  const found = (checked: string) =>
    genaiReadings(provider([model]), history(prices), notes({ m: checked })).readings.map((r) => [
      r.observedAt,
      r.fact.kind === "rates" && r.fact.meters[0]?.prices[0]?.unitPrice,
    ]);
  expect(found("2026-06-20")).toEqual([
    ["2026-01-10", 1],
    ["2026-06-30", 2],
  ]);
  expect(found("2026-07-20")).toEqual([
    ["2026-01-10", 1],
    ["2026-06-30", 2],
    ["2026-07-20", 2],
  ]);
});

test("an announced price is an observation with its day of effect, seen when the list first carried it", () => {
  const model = {
    id: "m",
    match: {},
    prices: [{ prices: { input_mtok: 2 } }, { constraint: { start_date: "2026-09-01" }, prices: { input_mtok: 3 } }],
  };
  const found = rates(
    provider([model]),
    history(
      series("m", "input_mtok", [["2026-06-30", 2, "a"]]),
      series("m", "@from:2026-09-01/input_mtok", [["2026-06-30", 3, "a"]]),
    ),
  );
  expect(found.map((f) => [f.observedAt, f.effectiveFrom, f.input])).toEqual([
    ["2026-06-30", undefined, 2],
    ["2026-06-30", "2026-09-01", 3],
    [DAY, undefined, 2],
    [DAY, "2026-09-01", 3],
  ]);
});

test("once a dated price has begun it is the current one, and an earlier one never seen in force is rejected", () => {
  const model = {
    id: "m",
    match: {},
    prices: [{ prices: { input_mtok: 10 } }, { constraint: { start_date: "2025-06-10" }, prices: { input_mtok: 2 } }],
  };
  const { readings, rejects } = genaiReadings(provider([model]), history(), []);
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
  const { readings, rejects } = genaiReadings(file, history(), []);
  expect(readings.map((r) => (r.fact as RatesFact).model)).toEqual(["a:free"]);
  expect(rejects.map((r) => r.reason)).toEqual(["every price is 0: unknown, not free", "no price stated"]);
});

test("drafts of the first weeks are no price moves", () => {
  const found = rates(
    provider([{ id: "m", match: {}, prices: { input_mtok: 2.5 } }]),
    history(
      series("m", "input_mtok", [
        ["2025-06-21", 5, "a"],
        ["2025-07-04", 2.5, "b"],
      ]),
    ),
  );
  expect(found.map((f) => [f.observedAt, f.input])).toEqual([
    ["2025-07-04", 2.5],
    [DAY, 2.5],
  ]);
});

test("a model that left the list is retired", () => {
  const found = rates(
    provider([]),
    history(
      series("m", "input_mtok", [
        ["2025-08-01", 1, "a"],
        ["2026-02-01", null, "b"],
      ]),
    ),
  );
  expect(found.at(-1)).toMatchObject({ observedAt: "2026-02-01", status: "retired", meters: [] });
});

test("the price of drawn tokens, once filed under all output, makes no cut of the text price", () => {
  const found = rates(
    provider([{ id: "m", match: {}, prices: { input_mtok: 0.3, output_mtok: 2.5, output_image_mtok: 30 } }]),
    history(
      series("m", "input_mtok", [["2025-11-06", 0.3, "a"]]),
      series("m", "output_mtok", [
        ["2025-11-06", 30, "a"],
        ["2026-07-30", 2.5, "b"],
      ]),
      series("m", "output_image_mtok", [["2026-07-30", 30, "b"]]),
    ),
  );
  expect(found[0]?.meters.map((m) => m.name)).toEqual(["inputTokens"]);
});

test("Hugging Face's hosts are one product, and Google's Claude is sold on Vertex AI", () => {
  const model = { id: "claude-opus-4-6", match: {}, prices: { input_mtok: 5 } };
  const where = (id: string) =>
    genaiReadings(provider([model], id), history(), []).readings.map((r) => [
      r.subject.slug,
      (r.fact as RatesFact).model,
    ]);
  expect(where("huggingface_groq")).toEqual([["hugging-face-inference", "groq/claude-opus-4-6"]]);
  expect(where("google")).toEqual([["vertex-ai", "claude-opus-4-6"]]);
});

test("dollars that the list converted from yuan are third-hand, and say so", () => {
  const { readings } = genaiReadings(
    provider([{ id: "GLM-5", match: {}, prices: { input_mtok: 0.552 } }], "zhipuai"),
    history(),
    notes({ "GLM-5": "2026-06-09" }, "zhipuai"),
  );
  expect(readings[0]).toMatchObject({ trust: "C", evidence: { note: expect.stringContaining("CNY") } });
});

test("of two entries under one id the one for exactly that id counts", () => {
  const { readings } = genaiReadings(
    provider([
      { id: "m", match: { starts_with: "m" }, prices: { input_mtok: 9 } },
      { id: "m", match: { equals: "m" }, prices: { input_mtok: 1 } },
    ]),
    history(),
    [],
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
  const { readings } = genaiReadings(provider([model], "anthropic"), history(), []);
  expect(readings.map((one) => one.effectiveFrom)).toEqual([undefined, "2026-09-01"]);
});

const remarked = (model: object, id = "openai", comments?: string, past: object = history(), checked = "2026-06-09") =>
  genaiReadings(
    [
      {
        id,
        pricing_urls: ["https://example.com/pricing"],
        ...(comments && { price_comments: comments }),
        models: [{ id: "m", match: {}, prices: { input_mtok: 1 }, ...model }],
      },
    ],
    past,
    notes({ m: checked }, id),
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
  const past = history(
    series("m", "input_mtok", [
      ["2026-06-10", 2, "abc"],
      ["2026-08-01", 1, "def"],
    ]),
  );
  const found = remarked({ price_comments }, "openai", undefined, past);
  expect(found).toHaveLength(2);
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
  const past = history(
    series("m", "input_mtok", [
      ["2026-06-10", 2, "abc"],
      ["2026-08-01", 1, "def"],
    ]),
  );
  const prices = [
    { prices: { input_mtok: 1 } },
    { constraint: { start_date: "2026-09-01" }, prices: { input_mtok: 3 } },
  ];
  const price_comments =
    "Introductory pricing ($2/$10 per MTok) applies through 2026-08-31; standard pricing ($3/$15) applies from 2026-09-01.";
  const found = remarked({ price_comments, prices }, "openai", undefined, past);
  expect(found.filter(({ evidence }) => evidence.note).map((r) => [r.observedAt, r.effectiveFrom])).toEqual([
    ["2026-08-01", undefined],
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
