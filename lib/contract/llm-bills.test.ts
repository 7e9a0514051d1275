import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "@/lib/catalog/day";
import { decimal } from "@/lib/catalog/money";
import { prominenceOf } from "@/lib/catalog/prominence";
import { billVerdict } from "@/lib/format/llm";
import { billOf, partsOf } from "@/lib/usage/bill";
import { chosenModels, modelsNamed } from "@/lib/usage/chosen-models";
import { estimate } from "@/lib/usage/estimate";
import { FAMILIES, familyNamed, familyOf } from "@/lib/usage/families";
import { FLAGSHIPS, type KnownCard, type Survey, surveyOf } from "@/lib/usage/flagships";
import { EXAMPLE, workloadOf } from "@/lib/usage/llm-address";
import { rankOffers, workloadOn } from "@/lib/usage/market";
import { modelMeant } from "@/lib/usage/meant-model";
import { modelKey } from "@/lib/usage/model-key";
import { speakersOf, TASKS, taskEstimate, taskWorkload, USUAL_TOKENS } from "@/lib/usage/tasks";
import { shipped, shippedReduced } from "./catalogue";

const TODAY = "2026-11-21";
/** A day long after the catalogue was read. */
const LATER = "2027-06-10";

let cards: KnownCard[];
let survey: Survey;
beforeAll(() => {
  const { files, observed } = shipped();
  const reduced = shippedReduced(TODAY);
  cards = files.products.flatMap(({ slug, name, category }): KnownCard[] => {
    const observations = observed.get(slug) ?? [];
    if (!observations.some(({ fact }) => fact.kind === "rates")) return [];
    const record = reduced(slug);
    if (record?.usage?.kind !== "llm") return [];
    const { prominence } = prominenceOf(observations, record, TODAY);
    return [{ slug, name, category, license: "owned", models: record.usage.models, prominence }];
  });
  survey = surveyOf(cards, TODAY);
}, 120_000);

const NONE = { names: [], families: [], plotted: [] };
const idsOf = (choices: Survey["flagships"]) => choices.map(({ offers: [offer] }) => offer?.model.model ?? "");

describe("the flagships of the catalogue", () => {
  test("are about a dozen: each main maker's own current model, one row a model", () => {
    expect(survey.flagships.length).toBeGreaterThanOrEqual(10);
    expect(survey.flagships.length).toBeLessThanOrEqual(FLAGSHIPS.count);
    const families = survey.flagships.map(({ family }) => family?.id);
    for (const maker of ["gpt", "claude", "gemini", "grok", "mistral", "deepseek"]) expect(families).toContain(maker);
    for (const id of families) {
      expect(families.filter((other) => other === id).length, id).toBeLessThanOrEqual(FLAGSHIPS.mostOfAFamily);
    }
    const keys = survey.flagships.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { family, offers } of survey.flagships) {
      expect(offers).toHaveLength(1);
      for (const { card, model } of offers) {
        expect(family?.cards, model.model).toContain(card.slug);
        expect(model.status, model.model).toBe("active");
        expect(model.contextWindow ?? Infinity, model.model).toBeGreaterThanOrEqual(FLAGSHIPS.minimumContext);
        expect(familyOf(model.model)).toBe(family);
      }
    }
  });

  test("are the newest of their line: no standing model of it on the maker's card that is as well known is newer", () => {
    for (const { line, version, offers, family } of survey.flagships) {
      const slug = offers[0]?.card.slug;
      const sure = survey.standing.filter(
        (placed) =>
          placed.card.slug === slug &&
          placed.family === family &&
          placed.line === line &&
          placed.model.confidence >= 0.8 &&
          placed.model.contextWindow !== null,
      );
      for (const placed of sure) expect(placed.version ?? 0, placed.model.model).toBeLessThanOrEqual(version ?? 0);
    }
  });

  test("none is left where every card was read too long ago, and none is made up", () => {
    expect(surveyOf(cards, LATER).flagships).toEqual([]);
    expect(surveyOf([], TODAY)).toEqual({ standing: [], past: [], lineups: [], flagships: [] });
  });

  test("a model first listed long before the day is none, unless its line has no newer", () => {
    const since = addDays(TODAY, -FLAGSHIPS.newForDays);
    for (const { offers, line, version } of survey.flagships) {
      const [offer] = offers;
      const ids = survey.standing.filter(
        (placed) => placed.card.slug === offer?.card.slug && placed.line === line && placed.version === version,
      );
      expect(
        ids.some(({ model }) => model.knownSince >= since),
        offer?.model.model,
      ).toBe(true);
    }
  });
});

describe("families", () => {
  test("hold no model twice, and are found by any of their names alone", () => {
    for (const placed of survey.standing) {
      const found = FAMILIES.filter(({ keys }) => keys.test(modelKey(placed.model.model)));
      expect(found.length, placed.model.model).toBeLessThanOrEqual(1);
    }
    for (const family of FAMILIES) {
      for (const name of [family.id, family.name, ...(family.aliases ?? [])]) expect(familyNamed(name)).toBe(family);
    }
    expect(familyNamed("claude sonnet")).toBeNull();
  });

  test("show a few lines each; a maker's from the maker, Llama from those who sell it", () => {
    const of = (id: string) => survey.lineups.find(({ family }) => family.id === id);
    for (const { family, choices } of survey.lineups) {
      expect(choices.length, family.id).toBeGreaterThan(0);
      expect(choices.length, family.id).toBeLessThanOrEqual(8);
      for (const { offers, direct } of choices) {
        expect(direct, family.id).toBe(family.cards.length > 0);
        for (const { model } of offers) expect(model.status).toBe("active");
      }
    }
    expect(of("gpt")?.name).toMatch(/^GPT-\d\.x$/);
    expect(of("llama")?.choices[0]?.offers.length).toBeGreaterThan(5);
  });
});

describe("a name", () => {
  test.each([
    ["gpt-5", [/^gpt-5$/]],
    ["GPT 5 mini", [/^gpt-5-mini$/]],
    ["claude sonnet", [/^claude-sonnet-5-5$/]],
    ["Claude Haiku 4.5", [/^claude-haiku-4-5$/]],
    ["mistral large", [/^mistral-large-/]],
    ["o3", [/^o3$/]],
  ])("%s means one model of its maker", (name, forms) => {
    const { choices } = modelsNamed(survey, name);
    expect(choices.every(({ direct }) => direct)).toBe(true);
    expect(idsOf(choices)).toEqual(forms.map((form) => expect.stringMatching(form)));
  });

  test("of a family means its line-up, of no maker's model those who sell it, and of nothing is answered with what is near", () => {
    expect(modelsNamed(survey, "Anthropic").choices).toEqual(modelsNamed(survey, "claude").choices);
    const [llama] = modelsNamed(survey, "llama 3.3 70b").choices;
    expect(llama).toMatchObject({ direct: false });
    expect(llama?.offers.length).toBeGreaterThan(5);
    expect(modelsNamed(survey, "gemni")).toMatchObject({ choices: [], suggestions: ["Gemini"] });
    expect(modelsNamed(survey, "zzzz")).toMatchObject({ choices: [], suggestions: [] });
  });

  test("every model on a maker’s card is found by its own id; one without a number means the newest of its line", () => {
    const lost = survey.standing
      .filter(({ family, card }) => family?.cards.includes(card.slug))
      .filter(
        ({ key, model }) =>
          /\d/.test(model.model) && !modelsNamed(survey, model.model).choices.some((choice) => choice.key === key),
      )
      .map(({ card, model }) => `${card.slug} ${model.model}`);
    expect(lost).toEqual([]);
  });

  test("with the second number of a version alone means no model of that version", () => {
    const versionsOf = (id: string) => modelKey(id).match(/(?<!\d)\d{1,2}(?:-\d{1,2})*(?![\da-z])/g) ?? [];
    const wrong: string[] = [];
    let asked = 0;
    for (const { family, card, model } of survey.standing.filter((placed) => placed.family)) {
      const [, line, second] = /^([a-z-]+)-\d-(\d)$/.exec(modelKey(model.model)) ?? [];
      if (!line || !second || !family?.cards.includes(card.slug)) continue;
      asked += 1;
      const name = `${line.replaceAll("-", " ")} ${second}`;
      const meant = modelMeant(cards, name, TODAY);
      const ids = [...idsOf(modelsNamed(survey, name).choices), ...(meant ? [meant.model.model] : [])];
      const others = ids.filter((id) => !versionsOf(id).some((version) => version.split("-")[0] === second));
      wrong.push(...others.map((id) => `${name}: ${id}`));
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(10);
  });

  test("several are shown together, each model once, and unknown ones leave the flagships", () => {
    const { choices } = chosenModels(survey, { ...NONE, names: ["gpt-5", "claude", "claude sonnet", "gemini"] });
    const keys = choices.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(choices.map(({ family }) => family?.id))).toEqual(new Set(["gpt", "claude", "gemini"]));
    expect(chosenModels(survey, { ...NONE, names: ["zzzz"] })).toMatchObject({ isDefault: true });
    const drawn = chosenModels(survey, { ...NONE, plotted: ["openai-api/gpt-4o", "openrouter/nothing"] });
    expect(idsOf(drawn.choices)).toContain("gpt-4o");
    expect(drawn.choices).toHaveLength(survey.flagships.length + 1);
  });
});

describe("a bill", () => {
  test.each([
    ["plain", {}],
    ["cached", { cachedInputTokens: 20_000_000 }],
    ["with reasoning and cache writes", { reasoningTokens: 3_000_000, cacheWriteTokens: 1_000_000 }],
  ])("that is %s: its parts together are the exact total, and that is the engine's estimate", (_, more) => {
    const workload = workloadOf({ ...EXAMPLE, quantities: { ...EXAMPLE.quantities, ...more } });
    const all = survey.lineups.flatMap(({ choices }) => choices);
    const { groups, unpriced } = billOf(all, workload);
    const rows = groups.flatMap(({ rows }) => rows);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length + unpriced.length).toBe(all.length);
    for (const row of rows) {
      const sum = row.parts.reduce((total, { amount }) => total.plus(amount), decimal(0));
      expect(sum.eq(row.exact), row.model.model).toBe(true);
      const { exact, ...alone } = estimate(row.model, workloadOn(row.model, workload));
      expect(row.estimate).toEqual(alone);
      expect(partsOf(alone.lines)).toEqual(row.parts);
      expect(row.others.every((other) => other.exact.gte(row.exact))).toBe(true);
    }
    for (const { rows, most } of groups) {
      expect(rows.map(({ exact }) => exact.toNumber())).toEqual(
        rows.map(({ exact }) => exact.toNumber()).sort((a, b) => a - b),
      );
      expect(rows.every(({ exact }) => exact.lte(most))).toBe(true);
    }
    for (const { unpriced: missing } of unpriced) expect(missing.length).toBeGreaterThan(0);
  });

  test("of each flagship is that of the ranking of all cards", () => {
    const workload = workloadOf(EXAMPLE);
    const filters = { cards: [], names: [], families: [], minimumContext: null, withPast: false, withSpecial: true };
    const ranked = rankOffers(cards, workload, filters, TODAY).groups.flatMap(({ offers }) => offers);
    for (const { card, model, estimate: own } of billOf(survey.flagships, workload).groups.flatMap(
      ({ rows }) => rows,
    )) {
      const other = ranked.find((offer) => offer.card.slug === card.slug && offer.model.model === model.model);
      expect(other?.estimate.total, model.model).toBe(own.total);
    }
  });

  test("at announced prices is reckoned with them from their day, and stands beside what holds", () => {
    const rows = billOf(chosenModels(survey, { ...NONE, families: ["gemini"] }).choices, workloadOf(EXAMPLE))
      .groups.flatMap(({ rows }) => rows)
      .filter(({ announced }) => announced.length > 0);
    expect(rows.length).toBeGreaterThan(0);
    for (const { model, announced } of rows) {
      for (const [index, { from, total }] of announced.entries()) {
        const scheduled = [...model.scheduled].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))[index];
        const price = (meter: string) => {
          const found = scheduled?.meters.find(({ name, mode }) => name === meter && mode === "standard");
          return decimal(found?.prices[0]?.unitPrice ?? Number.NaN).div(found?.per ?? 1);
        };
        expect(from).toBe(scheduled?.effectiveFrom);
        expect(total).toBe(
          price("inputTokens").times(50_000_000).plus(price("outputTokens").times(10_000_000)).toNumber(),
        );
      }
    }
  });

  test("is told in a sentence with its model, sum, number of models, load and day", () => {
    const [group] = billOf(survey.flagships, workloadOf(EXAMPLE)).groups;
    const [row] = group?.rows ?? [];
    if (!row) throw new Error("no bill");
    const words = billVerdict(row, { question: EXAMPLE, models: "12 flagship models", today: TODAY });
    expect(words).toMatch(
      /^\S.* \(\S.*\) at \$[\d.,]+ per month is the cheapest of 12 flagship models for 50M input tokens and 10M output tokens\. Checked \d+ \w+ 2026 \(.+\)\.$/,
    );
  });
});

describe("a task", () => {
  test("costs what the engine estimates for its tokens; what a model has no price for is not priced, and not 0", () => {
    let unpriced = 0;
    for (const { model } of survey.standing.filter(({ family }) => family !== null).slice(0, 2_000)) {
      for (const task of TASKS) {
        const { total, exact } = taskEstimate(model, task, USUAL_TOKENS);
        expect(total).toBe(estimate(model, workloadOn(model, taskWorkload(task, USUAL_TOKENS))).total);
        const meters = task.spoken ? ["audioInputTokens", "audioOutputTokens"] : ["inputTokens", "outputTokens"];
        const priced = meters.every((name) =>
          model.meters.some((meter) => meter.name === name && meter.mode === "standard"),
        );
        if (!priced) {
          expect(exact, model.model).toBeNull();
          unpriced += 1;
        }
      }
    }
    expect(unpriced).toBeGreaterThan(100);
  });

  test("of voice is shown on models that are sold to talk with, by their makers", () => {
    const speakers = speakersOf(survey, { tasks: USUAL_TOKENS });
    expect(speakers.length).toBeGreaterThan(0);
    const [voice] = TASKS.filter(({ spoken }) => spoken);
    for (const { card, model } of speakers) {
      expect(familyOf(model.model)?.cards).toContain(card.slug);
      if (voice) expect(taskEstimate(model, voice, USUAL_TOKENS).total).toBeGreaterThan(0);
    }
  });
});
