import { MAX_QUANTITY, MAX_SEATS } from "./limits";
import type { Payments } from "./payments";
import type { BoughtUnit, Quantities } from "./units";

export type CountedUnit = Pick<BoughtUnit, "noun" | "isPeople">;
export const PEOPLE: CountedUnit = { noun: "person", isPeople: true };

/** A field of a cost form. */
export interface Input extends CountedUnit {
  label: string;
  /** Field of the request, if the input is for fees on payments. */
  payment?: keyof Payments;
}

export interface Counts {
  seats: number | null;
  quantities: Quantities;
}

/** Default terms of a page: one year, billed yearly if possible. */
export const FIRST_TERMS = { billing: "annual", termYears: 1 } as const;

/** Returns the count if that quantity of the unit can be bought: whole people, any part of a TB. */
export function countIn(asked: number | null, { isPeople }: CountedUnit): number | null {
  if (asked === null || !(asked > 0) || asked > (isPeople ? MAX_SEATS : MAX_QUANTITY)) return null;
  return isPeople && !Number.isInteger(asked) ? null : asked;
}

export function countsFor(count: number, unit: CountedUnit | undefined): Counts {
  return !unit || unit.isPeople
    ? { seats: count, quantities: {} }
    : { seats: null, quantities: { [unit.noun]: count } };
}

/** Returns the question that prices several products for the same count. */
export function alikeQuestion(slugs: readonly string[], unit: CountedUnit, count: number) {
  const { seats, quantities } = countsFor(count, unit);
  return { items: slugs.map((slug) => ({ slug, ...(seats === null ? { quantities } : { seats }) })), ...FIRST_TERMS };
}

/** Converts the entered counts to the fields of a request. */
export function requestCounts({ seats, quantities }: Counts, inputs: readonly Input[]) {
  const request: { seats?: number; quantities?: Quantities } & Payments = seats === null ? {} : { seats };
  for (const [noun, amount] of Object.entries(quantities)) {
    const payment = inputs.find((input) => input.noun === noun)?.payment;
    if (payment) request[payment] = amount;
    else request.quantities = { ...request.quantities, [noun]: amount };
  }
  return request;
}

/** The format of a count in a URL. */
export const COUNT_PATTERN = "\\d{1,10}(?:\\.\\d{1,6})?";
const COUNT = new RegExp(`^${COUNT_PATTERN}$`);

/** Returns the count in a URL; null without one. */
export function countOfAddress(text: string | null | undefined): number | null {
  return text && COUNT.test(text) ? Number(text) : null;
}
