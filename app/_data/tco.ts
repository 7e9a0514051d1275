import { AppError } from "@/lib/errors";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import { MAX_STACK, type TcoAnswer } from "@/lib/schemas/tco";
import type { PricedRow, ReadStack, StackRow } from "@/lib/tco/address";
import { stackBody } from "@/lib/tco/address";
import { type Input, PEOPLE, requestCounts } from "@/lib/tco/counted";
import { countsText, type ReadCounts, readCounts, unitLabel, unitsWords } from "@/lib/tco/counts";
import { inputsOf, unitsOf } from "@/lib/tco/first-cost";
import { isUnit } from "@/lib/tco/units";
import { ask } from "./ask";
import { bestKnownProducts } from "./compare";
import { findProducts, type Named, suggest } from "./lookup";

export interface FormRow {
  /** The value of the field: the product's name if that name resolves to the product, otherwise the typed text. */
  product: string;
  /** One field per unit. A plain number of the first unit uses the field `seats`, which every row has. */
  counts: { unit: string | null; label: string; typed: string; isBare: boolean }[];
  /** A number of people that no price of the product depends on. */
  seats: string;
  tier: string;
  slug: string | null;
  tiers: { id: string; name: string }[];
  faults: RowFault[];
}
export interface RowFault {
  field: "product" | "seats" | "tier";
  message: string;
  /** Products that the reader may mean. */
  suggestions: Named[];
}

export interface Stack {
  rows: FormRow[];
  /** The rows with slugs instead of names, for the URL. */
  canonical: StackRow[];
  /** Null if a row is invalid or there are no rows. */
  answer: TcoAnswer | null;
  /** Errors of the whole stack, in addition to the errors of single fields. */
  faults: string[];
  /** Likely mistakes, which do not prevent a result. */
  warnings: string[];
}

/** The most wrong names that get suggestions at once. */
const MAX_SUGGESTED = 2;

/** Returns the rows of a stack as the form shows them, and its receipt if no row is invalid. */
export async function stackOf({ question, faults }: ReadStack): Promise<Stack> {
  const filled = question.rows;
  const found = await findProducts(filled.map(({ product }) => product));
  const names = await findProducts([...found.values()].map(({ name }) => name));
  const rows: FormRow[] = [];
  const priced: PricedRow[] = [];
  let searches = MAX_SUGGESTED;
  for (const row of filled) {
    const record = found.get(row.product);
    const own: RowFault[] = [];
    const isBlank = row.product === "" && row.seats === "";
    if (!record && !isBlank) own.push(await productFault(row.product, searches-- > 0));
    const units = record ? unitsOf(record) : [];
    const inputs = record ? inputsOf(record) : [];
    const read = readCounts(row.seats, inputs);
    const isCounted = read.seats !== null || Object.keys(read.quantities).length > 0;
    for (const message of read.faults) own.push({ field: "seats", message, suggestions: [] });
    if (!isCounted && read.faults.length === 0 && !isBlank && (units.length > 0 || !record)) {
      own.push({ field: "seats", message: `Enter the number of ${unitsWords(units)}.`, suggestions: [] });
    }
    const tiers = (record?.tiers ?? []).map(({ id, name }) => ({ id, name }));
    if (record && row.tier !== "" && tiers.length > 0 && !tiers.some(({ id }) => id === row.tier)) {
      own.push({
        field: "tier",
        message: `${record.name} has no tier “${row.tier}”. Choose one of its ${tiers.length} tiers, or “Cheapest paid tier that fits”.`,
        suggestions: [],
      });
    }
    const leadsBack = record !== undefined && names.get(record.name)?.slug === record.slug;
    rows.push({
      product: leadsBack ? record.name : (record?.slug ?? row.product),
      counts: read.faults.length > 0 ? asTyped(row.seats, inputs) : fieldsFor(inputs, read, record),
      seats: String(read.seats ?? ""),
      tier: row.tier,
      slug: record?.slug ?? null,
      tiers,
      faults: own,
    });
    if (record && own.length === 0) {
      // The price of a whole account does not depend on a count.
      const counts = isCounted ? read : { seats: 1, quantities: {} };
      const tier = row.tier === "" ? null : row.tier;
      priced.push({ slug: record.slug, ...requestCounts(counts, inputs), tier });
    }
  }
  const canonical = filled.map((row) => {
    const record = found.get(row.product);
    const read = readCounts(row.seats, record ? inputsOf(record) : []);
    return {
      ...row,
      product: record?.slug ?? row.product,
      seats: read.faults.length > 0 ? row.seats : countsText(read),
    };
  });
  const whole: string[] = [];
  const named = filled.filter(({ product }) => product !== "").length;
  if (named > MAX_STACK)
    whole.push(`The stack has ${named} products. Remove ${named - MAX_STACK}: the maximum is ten.`);
  const usable =
    faults.length + whole.length === 0 && priced.length > 0 && rows.every((row) => row.faults.length === 0);
  const warnings = repeatedRows(rows);
  if (!usable) return { rows, canonical, answer: null, faults: whole, warnings };
  try {
    return {
      rows,
      canonical,
      answer: await ask(calculateTco, { ...stackBody(priced, question) }),
      faults: [],
      warnings,
    };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      return { rows, canonical, answer: null, faults: [error.message], warnings };
    }
    throw error;
  }
}

function repeatedRows(rows: readonly FormRow[]): string[] {
  const seen = new Set<string>();
  const repeated = rows.filter(({ slug, tier }) => {
    const key = `${slug} ${tier}`;
    const isRepeated = slug !== null && seen.has(key);
    seen.add(key);
    return isRepeated;
  });
  return [...new Set(repeated.map(({ product }) => product))].map(
    (product) => `${product} is in more than one row. The total includes each row.`,
  );
}

function fieldsFor(
  inputs: readonly Input[],
  { seats, quantities }: Pick<ReadCounts, "seats" | "quantities">,
  record?: PricingRecord,
): FormRow["counts"] {
  const fields = inputs.map(({ noun, isPeople, label, payment }, place) => ({
    unit: noun,
    label,
    typed: String((isPeople ? seats : quantities[noun]) ?? ""),
    isBare: place === 0 && payment === undefined,
  }));
  // The price of a whole account does not depend on a count, but its number of people may be known.
  const label = record ? unitLabel(PEOPLE.noun) : "Quantity";
  return fields.length > 0 ? fields : [{ unit: null, label, typed: String(seats ?? ""), isBare: true }];
}

/**
 * Returns the fields for a text that cannot be read: each part in the field of its unit, or else in the first field.
 */
function asTyped(typed: string, inputs: readonly Input[]): FormRow["counts"] {
  const parts = typed.split(";").map((part) => part.trim());
  const named = parts.map((part) => {
    const [, figure = "", name = ""] = /^(.*\S)\s+(\S.*)$/.exec(part) ?? [];
    return { part, figure, unit: inputs.find(({ noun }) => isUnit(name, noun))?.noun ?? null };
  });
  const rest = named.flatMap(({ part, unit }) => (unit === null ? part : [])).join("; ");
  return fieldsFor(inputs, { seats: null, quantities: {} }).map((field, index) => {
    const own = named.flatMap(({ figure, unit }) => (unit !== null && unit === field.unit ? figure : []));
    return { ...field, typed: [...(index === 0 && rest !== "" ? [rest] : []), ...own].join("; ") };
  });
}

async function productFault(typed: string, isSearched: boolean): Promise<RowFault> {
  if (typed === "") return { field: "product", message: "Enter a product.", suggestions: [] };
  const suggestions = isSearched ? await suggest(typed) : [];
  const message = `No product matches “${typed}”.`;
  return { field: "product", message, suggestions };
}

const EXAMPLE_SEATS = [40, 25, 10];

/** Returns the best-known products of a few categories, with round numbers of seats. */
export async function exampleStack(): Promise<{ slug: string; name: string; seats: number }[]> {
  const known = await bestKnownProducts();
  const firsts = [...known.values()]
    .flatMap((products) => products[0] ?? [])
    .sort((a, b) => b.prominence - a.prominence || (a.slug < b.slug ? -1 : 1));
  return EXAMPLE_SEATS.flatMap((seats, index) => {
    const product = firsts[index];
    return product ? [{ slug: product.slug, name: product.name, seats }] : [];
  });
}
