import { AppError } from "@/lib/errors";
import { calculateTco } from "@/lib/operations/tco";
import { MAX_STACK, type TcoAnswer } from "@/lib/schemas/tco";
import type { PricedRow, ReadStack, StackRow } from "@/lib/tco/address";
import { stackBody } from "@/lib/tco/address";
import { seatsOf } from "@/lib/tco/seats";
import { ask } from "./ask";
import { bestKnownProducts } from "./compare";
import { findProducts, type Named, suggest } from "./lookup";

export interface FormRow {
  /** What the field shows: the product's name where it leads back to the product, else what was typed. */
  product: string;
  seats: string;
  tier: string;
  slug: string | null;
  tiers: { id: string; name: string }[];
  faults: RowFault[];
}
export interface RowFault {
  field: "product" | "seats" | "tier";
  message: string;
  /** Products that may have been meant. */
  suggestions: Named[];
}

export interface Stack {
  rows: FormRow[];
  /** The rows with slugs for names, for the address. */
  canonical: StackRow[];
  /** Null while a row is wrong, or there is none. */
  answer: TcoAnswer | null;
  /** Faults of the whole, beside those of single fields. */
  faults: string[];
}

/** The rows of a stack as the form shows them, and where nothing is wrong its receipt. */
export async function stackOf({ question, faults }: ReadStack): Promise<Stack> {
  const filled = question.rows;
  const found = await findProducts(filled.map(({ product }) => product));
  const names = await findProducts([...found.values()].map(({ name }) => name));
  const rows: FormRow[] = [];
  const priced: PricedRow[] = [];
  for (const row of filled) {
    const record = found.get(row.product);
    const own: RowFault[] = [];
    const isBlank = row.product === "" && row.seats === "";
    if (!record && !isBlank) own.push(await productFault(row.product));
    const seats = seatsOf(row.seats);
    if (seats === null && !isBlank) {
      const message =
        row.seats === ""
          ? "Say for how many seats."
          : `“${row.seats}” is not a number of seats. Write a whole number from 1 to 1,000,000.`;
      own.push({ field: "seats", message, suggestions: [] });
    }
    const tiers = (record?.tiers ?? []).map(({ id, name }) => ({ id, name }));
    if (record && row.tier !== "" && tiers.length > 0 && !tiers.some(({ id }) => id === row.tier)) {
      own.push({
        field: "tier",
        message: `${record.name} has no tier “${row.tier}”. Choose one of its ${tiers.length}, or leave it to the rule.`,
        suggestions: [],
      });
    }
    const leadsBack = record !== undefined && names.get(record.name)?.slug === record.slug;
    rows.push({
      product: leadsBack ? record.name : (record?.slug ?? row.product),
      seats: row.seats,
      tier: row.tier,
      slug: record?.slug ?? null,
      tiers,
      faults: own,
    });
    if (record && seats !== null && own.length === 0) {
      priced.push({ slug: record.slug, seats, tier: row.tier === "" ? null : row.tier });
    }
  }
  const canonical = filled.map((row) => {
    const slug = found.get(row.product)?.slug;
    const seats = seatsOf(row.seats);
    return {
      ...row,
      product: slug ?? row.product,
      seats: seats === null ? row.seats : String(seats),
    };
  });
  const whole: string[] = [];
  const named = filled.filter(({ product }) => product !== "").length;
  if (named > MAX_STACK)
    whole.push(`${named} products are in the stack. Remove ${named - MAX_STACK}: ten are the most.`);
  const usable =
    faults.length + whole.length === 0 && priced.length > 0 && rows.every((row) => row.faults.length === 0);
  if (!usable) return { rows, canonical, answer: null, faults: whole };
  try {
    return { rows, canonical, answer: await ask(calculateTco, { ...stackBody(priced, question) }), faults: [] };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      return { rows, canonical, answer: null, faults: [error.message] };
    }
    throw error;
  }
}

async function productFault(typed: string): Promise<RowFault> {
  if (typed === "") return { field: "product", message: "Name the product.", suggestions: [] };
  const suggestions = await suggest(typed);
  const message = `No product is called “${typed}”.`;
  return { field: "product", message, suggestions };
}

const EXAMPLE_SEATS = [40, 25, 10];

/** The best known products of a few categories, for round numbers of seats. */
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
