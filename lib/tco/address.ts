import { percentDecode } from "@/lib/percent-decode";
import { Day } from "@/lib/schemas/primitives";
import { Billing, MAX_STACK, type TcoBody } from "@/lib/schemas/tco";
import { itemText, readable, unitField } from "./item-text";
import type { Payments } from "./payments";
import type { Quantities } from "./units";

export const MAX_YEARS = 5;
/** Rows beyond this number are dropped: anyone may type a URL, and at most ten products are priced. */
const MAX_ROWS = 2 * MAX_STACK;
const MAX_TYPED = 120;

/** A line of the form, as it was typed. */
export interface StackRow {
  /** Slug or name; empty for a row yet to be filled in. */
  product: string;
  /** Quantities such as `40`, `20 hosts` or `10000 volume; 100 transactions`: see readCounts. */
  seats: string;
  /** Tier id; if empty, the engine chooses the tier. */
  tier: string;
}

export interface StackQuestion {
  rows: StackRow[];
  /** Null: the engine uses annual billing if it is published. */
  billing: Billing | null;
  years: number;
  hidden: boolean;
  /** Percent; null if no discount is assumed. */
  discount: number | null;
  /** Percent a year; null for the uplift that the sources state. */
  uplift: number | null;
  asOf: Day | null;
  /** Id of the receipt that the URL was created for. */
  receipt: string | null;
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
export interface Fault {
  field: "billing" | "years" | "discount" | "uplift" | "asOf";
  typed: string;
  message: string;
}
export interface ReadStack {
  question: StackQuestion;
  faults: Fault[];
  /** The form was sent, and its response belongs at another URL. */
  sent: boolean;
  /** The request comes from a page that updates its answer in place: see LiveForm. */
  inPlace: boolean;
}

export const EMPTY_ROW: StackRow = { product: "", seats: "", tier: "" };

const NO_QUESTION: StackQuestion = {
  rows: [],
  billing: null,
  years: 1,
  hidden: true,
  discount: null,
  uplift: null,
  asOf: null,
  receipt: null,
};

/**
 * Returns the query string that repeats this question: `items=slack:40:pro,acme:20+hosts&billing=annual&years=3`.
 * Values that could not be read are included as typed, so that the page reports them again.
 */
export function stackQuery(question: Partial<StackQuestion>, faults: readonly Fault[] = []): string {
  const { rows, billing, years, hidden, discount, uplift, asOf, receipt } = { ...NO_QUESTION, ...question };
  const items = rows.map(itemText);
  const members: [string, string][] = [];
  if (items.length > 0) members.push(["items", items.join(",")]);
  if (billing !== null) members.push(["billing", billing]);
  if (years !== 1) members.push(["years", String(years)]);
  if (!hidden) members.push(["hidden", "0"]);
  if (discount !== null) members.push(["discount", String(discount)]);
  if (uplift !== null) members.push(["uplift", String(uplift)]);
  if (asOf !== null) members.push(["asOf", asOf]);
  if (receipt !== null) members.push(["receipt", receipt]);
  for (const { field, typed } of faults) members.push([field, typed]);
  return members.map(([name, value]) => `${name}=${readable(value)}`).join("&");
}

/**
 * Reads a URL query, or the fields of the form. Values that cannot be used stay in rows and are reported in `faults`.
 */
export function readStackQuery(query: Query): ReadStack {
  const faults: Fault[] = [];
  const sent = query.product !== undefined || query.do !== undefined;
  const one = (name: string) => text(all(query[name])[0]);
  const fault = (field: Fault["field"], message: string) => {
    faults.push({ field, typed: one(field), message });
    return null;
  };

  const billing = one("billing");
  const isBilling = Billing.safeParse(billing);
  const years = one("years");
  const asOf = one("asOf");
  const percent = (field: "discount" | "uplift") => {
    const typed = one(field).replace(/\s*%$/, "").replace(",", ".");
    if (typed === "") return null;
    const value = Number(typed);
    if (/^\d{1,3}(?:\.\d{1,4})?$/.test(typed) && value <= 100) return value;
    return fault(field, `${PERCENT_WORDS[field]} “${one(field)}” is not a percentage from 0 to 100.`);
  };
  const question: StackQuestion = {
    rows: sent ? formRows(query) : itemRows(all(query.items)[0] ?? ""),
    billing: isBilling.success
      ? isBilling.data
      : billing === "" || billing === "auto"
        ? null
        : fault("billing", `“${billing}” is not a billing option. Choose annual or monthly.`),
    years: isYears(years)
      ? Number(years)
      : years === ""
        ? 1
        : (fault("years", `“${years}” is not a valid term. Choose 1 to ${MAX_YEARS} years.`) ?? 1),
    // Browsers do not send an unticked box: the form marks it with a field of its own.
    hidden: sent ? all(query.hidden).includes("1") : one("hidden") !== "0",
    discount: percent("discount"),
    uplift: percent("uplift"),
    asOf:
      asOf === ""
        ? null
        : Day.safeParse(asOf).success
          ? asOf
          : fault("asOf", `“${asOf}” is not a date. Enter it in the form 2026-01-31.`),
    receipt: /^tco_[0-9a-f]{16}$/.test(one("receipt")) ? one("receipt") : null,
  };
  return { question, faults, sent, inPlace: one("live") === "1" };
}

const PERCENT_WORDS = { discount: "The discount", uplift: "The yearly price increase" };

function isYears(value: string): boolean {
  return /^[1-5]$/.test(value);
}

function itemRows(items: string): StackRow[] {
  if (items === "") return [];
  return items
    .split(",")
    .slice(0, MAX_ROWS)
    .map((item) => {
      const [product = "", seats = "", ...tier] = item.split(":").map(unescaped);
      return { product: text(product), seats: text(seats), tier: text(tier.join(":")) };
    });
}

function unescaped(part: string): string {
  return part.replace(/%(?:25|2C|3A)/gi, percentDecode);
}

/** Returns the rows of the form after the action of its button. Empty rows are dropped, except those just added. */
function formRows(query: Query): StackRow[] {
  const [products, shown, seats, tiers] = [all(query.product), all(query.of), all(query.seats), all(query.tier)];
  const [action = ""] = all(query.do);
  const removed = /^remove-(\d{1,2})$/.exec(action)?.[1];
  const rows = products
    .slice(0, MAX_ROWS)
    .map((product, index) => {
      // Fields of another product's units do not apply to this product.
      const others = shown[index] === undefined || shown[index] === product ? unitFields(query, index) : [];
      const counts = [text(seats[index]), ...others].filter((count) => count !== "").join("; ");
      return { product: text(product), seats: text(counts), tier: text(tiers[index]) };
    })
    .filter((_, index) => removed === undefined || index !== Number(removed))
    .filter(({ product, seats: typed }) => product !== "" || typed !== "");
  return action === "add" ? [...rows, { ...EMPTY_ROW }] : rows;
}

function unitFields(query: Query, row: number): string[] {
  const prefix = unitField(row, "");
  // Next gives a query parameter named "constructor" the inherited property of every object together with the sent
  // value.
  const names = Object.keys(query).filter((name) => name.startsWith(prefix));
  return names.flatMap((name) => {
    const typed = text(all(query[name])[0]);
    return typed === "" ? [] : [`${typed} ${name.slice(prefix.length)}`];
  });
}

function all(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

function text(value: string | undefined): string {
  return (value ?? "").trim().slice(0, MAX_TYPED);
}

export interface PricedRow extends Payments {
  slug: string;
  seats?: number;
  quantities?: Quantities;
  tier: string | null;
}

/** Returns the question as input for `calculate_tco`. */
export function stackBody(rows: readonly PricedRow[], question: StackQuestion): TcoBody {
  const { billing, years, hidden, discount, uplift, asOf } = question;
  return {
    items: rows.slice(0, MAX_STACK).map(({ tier, ...row }) => ({ ...row, ...(tier !== null && { tier }) })),
    ...(billing !== null && { billing }),
    termYears: years,
    includeHiddenCosts: hidden,
    ...(asOf !== null && { asOf }),
    ...((discount !== null || uplift !== null) && {
      assumptions: {
        ...(discount !== null && { discountPercent: discount }),
        ...(uplift !== null && { renewalUpliftPercent: uplift }),
      },
    }),
  };
}
