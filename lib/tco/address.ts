import { percentDecode } from "@/lib/percent-decode";
import { Day } from "@/lib/schemas/primitives";
import { Billing, MAX_STACK, type TcoBody } from "@/lib/schemas/tco";
import { itemText, readable, unitField } from "./item-text";
import type { Payments } from "./payments";
import type { Quantities } from "./units";

export const MAX_YEARS = 5;
/** Rows beyond this many are not kept: an address may be typed by anybody, and ten are the most that is priced. */
const MAX_ROWS = 2 * MAX_STACK;
const MAX_TYPED = 120;

/** A line of the form, as it was typed. */
export interface StackRow {
  /** Slug or name; empty for a row yet to be filled in. */
  product: string;
  /** What is counted, as `40`, `20 hosts` or `10000 volume; 100 transactions`: see readCounts. */
  seats: string;
  /** Tier id; empty for the one that the engine chooses. */
  tier: string;
}

export interface StackQuestion {
  rows: StackRow[];
  /** Null: the engine takes annual where it is published. */
  billing: Billing | null;
  years: number;
  hidden: boolean;
  /** Percent; null where none is assumed. */
  discount: number | null;
  /** Percent a year; null for what the sources say. */
  uplift: number | null;
  asOf: Day | null;
  /** Id of the receipt that the address was made for. */
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
  /** The form was sent, and its answer belongs at another address. */
  sent: boolean;
  /** It was sent by a page that shows the answer where it stands: see LiveForm. */
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
 * Query of the address that asks this question again: `items=slack:40:pro,acme:20+hosts&billing=annual&years=3`. What could
 * not be read goes along as it was typed, to be told again there.
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

/** Reads an address, or the fields of the form. What cannot be used is kept in rows and told in `faults`. */
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
    // A box that is not ticked is not sent: the form says so in a field of its own.
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

/** The rows of the form after what its button does to them. Rows left empty fall away, but for those just added. */
function formRows(query: Query): StackRow[] {
  const [products, shown, seats, tiers] = [all(query.product), all(query.of), all(query.seats), all(query.tier)];
  const [action = ""] = all(query.do);
  const removed = /^remove-(\d{1,2})$/.exec(action)?.[1];
  const rows = products
    .slice(0, MAX_ROWS)
    .map((product, index) => {
      // Fields of another product's units are no answer about this one.
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
  // Next tells a part named "constructor" as what every object has of that name, and what was sent.
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

/** The question as `calculate_tco` takes it. */
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
