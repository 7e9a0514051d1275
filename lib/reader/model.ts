import * as z from "zod";
import { readPrices, tidy } from "./price-text";
import { moneyContextOf, readPhrases } from "./price-words";
import type { Page, Rung, RungContext } from "./rung";
import { settle, visibleOf } from "./settle";
import type { StatedPrice, StatedTier } from "./stated";
import type { Extraction, Refusal } from "./types";

/** The required response of a model: only texts of the page, never a number of its own. */
export const ModelAnswer = z.strictObject({
  plans: z.array(
    z.strictObject({
      name: z.string(),
      prices: z.array(z.strictObject({ quote: z.string(), terms: z.string().nullable() })),
      onRequest: z.string().nullable(),
    }),
  ),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

const MOST_TEXT = 24_000;
const MOST_PLANS = 20;
const MOST_PRICES = 6;
const LONGEST_QUOTE = 240;

/**
 * Reads the tiers that a language model points to, if one is configured. The model only chooses among texts of the
 * page: a name or a price is dropped unless it occurs verbatim and the price is near its name. Amounts and terms are
 * read from the page's own words.
 */
export const model: Rung = async (page: Page, context: RungContext): Promise<Extraction> => {
  const refusals: Refusal[] = [];
  const refuse = (what: string, why: string) => refusals.push({ extractor: "model", what: what.slice(0, 160), why });
  const nothing = { reading: null, refusals };
  if (context.model === undefined || context.visibleText.trim() === "") return nothing;
  const visibleText = tidy(context.visibleText).slice(0, MOST_TEXT);
  if (visibleOf({ ...context, visibleText }).isSilent) return nothing;

  let answered: unknown;
  try {
    answered = await context.model({ url: page.url, text: visibleText });
  } catch {
    refuse("the model", "it could not be asked, or gave no answer in time");
    return nothing;
  }
  const answer = ModelAnswer.safeParse(answered);
  if (!answer.success) {
    refuse("the model", "its answer is not of the form that was asked for");
    return nothing;
  }

  const text = flat(visibleText);
  const stands = (quote: string) => quote !== "" && quote.length <= LONGEST_QUOTE && text.includes(quote);
  const money = moneyContextOf(context);
  const tiers: StatedTier[] = [];
  for (const plan of answer.data.plans.slice(0, MOST_PLANS)) {
    const name = flat(plan.name);
    if (name.length > 60 || !/\p{L}/u.test(name) || !stands(name)) {
      refuse(plan.name, "the page shows no such name");
      continue;
    }
    const prices: StatedPrice[] = [];
    for (const { quote: given, terms: words } of plan.prices.slice(0, MOST_PRICES)) {
      const quote = flat(given);
      const terms = words === null ? null : flat(words);
      if (!stands(quote) || (terms !== null && !stands(terms))) {
        refuse(`${name}: ${quote}`, "it does not stand on the page");
        continue;
      }
      const [mention, ...more] = readPrices(quote, money).filter(({ kind }) => kind !== "custom");
      if (!mention || more.length > 0 || mention.role !== "price" || mention.amount === null) {
        refuse(`${name}: ${quote}`, "it is not one price");
        continue;
      }
      const said = readPhrases(terms === null ? [] : [terms], context);
      if (
        said.other ||
        said.conflict ||
        mention.billing === "other" ||
        mention.period === "other" ||
        mention.period === "usage"
      ) {
        refuse(`${name}: ${quote}`, "it is for a time other than a month or a year");
        continue;
      }
      prices.push({
        amounts: [mention.amount],
        currency: mention.currency,
        period: mention.period ?? said.period,
        billing: mention.billing ?? said.billing,
        unit: mention.unit ?? said.unit,
        from: mention.from,
        text: () => quote.slice(0, 160),
      });
    }
    const onRequest = plan.onRequest === null ? null : flat(plan.onRequest);
    const isOnRequest = onRequest !== null && stands(onRequest) && readPhrases([onRequest], context).onRequest;
    if (prices.length > 0) tiers.push({ name, status: "priced", prices, mustShow: true });
    else if (isOnRequest) tiers.push({ name, status: "contact", prices: [] });
    else refuse(name, "no price of it stands on the page");
  }
  return settle("model", tiers, { ...context, visibleText }, { complete: false, refusals });
};

const flat = (text: string) => tidy(text).replace(/\s+/g, " ").trim();
