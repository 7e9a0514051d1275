import * as z from "zod";
import type { FieldError } from "@/lib/errors";
import { GROUPS, type PricingRecord } from "@/lib/schemas/record";

export const MAX_MESSAGE = 1000;
const MIN_MESSAGE = 10;
const MAX_URL = 500;
/** Maximum length of the figure reported with the URL of a price. */
export const MAX_FIGURE = 120;

const FIELD_NAMES = {
  tiers: "Tiers and list prices",
  hiddenCosts: "Hidden costs and add-ons",
  contractTerms: "Contract terms",
  marketData: "What buyers pay",
  sentiment: "Rating",
  negotiationTips: "Negotiation",
  scenarios: "Cost for a team",
  priceHistory: "Price history",
  freeTier: "Free plan",
  usage: "Usage rates",
  offers: "Offers for students and others",
  capabilities: "Single sign-on, SCIM and audit log",
  identity: "Name, vendor or category",
  price: "Missing price",
  other: "Something else",
} as const satisfies Record<(typeof GROUPS)[number] | "identity" | "price" | "other", string>;
export type ReportField = keyof typeof FIELD_NAMES;
const FIELDS = Object.keys(FIELD_NAMES) as [ReportField, ...ReportField[]];

export function reportFieldName(field: string): string {
  return FIELD_NAMES[field as ReportField] ?? field;
}

/** Returns the fields that a reader can report: the groups that the page shows, then the rest. */
export function reportFields(record: PricingRecord): { value: ReportField; name: string }[] {
  const shown = GROUPS.filter((group) => record[group] !== undefined);
  const fields: ReportField[] = [...new Set<ReportField>(["tiers", ...shown, "identity", "other"])];
  return fields.map((value) => ({ value, name: FIELD_NAMES[value] }));
}

const blankIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value);

export const ReportForm = z.object({
  product: z.string().regex(/^[a-z0-9-]{1,120}$/, "Enter the slug of the product."),
  field: z.enum(FIELDS, "Choose what is wrong."),
  message: z
    .string("Enter what is right.")
    .trim()
    .min(MIN_MESSAGE, `Describe in a sentence what is right: at least ${MIN_MESSAGE} characters.`)
    .max(MAX_MESSAGE, `Keep it under ${MAX_MESSAGE} characters.`),
  sourceUrl: z.preprocess(
    blankIsNull,
    z
      .url({ protocol: /^https?$/, error: "Enter a full URL, starting with https://." })
      .max(MAX_URL, `Keep the URL under ${MAX_URL} characters.`)
      .nullish()
      .transform((url) => url ?? null),
  ),
  email: z.preprocess(
    blankIsNull,
    z
      .email("Enter an email address like name@example.com, or leave it empty.")
      .max(254, "Keep the email address under 254 characters.")
      .nullish()
      .transform((email) => email ?? null),
  ),
});
export type ReportForm = z.infer<typeof ReportForm>;

/** A report of where to find a missing price. The figure itself is optional. */
const PriceTip = ReportForm.extend({
  field: z.literal("price"),
  message: z.string().trim().max(MAX_FIGURE, `Keep it under ${MAX_FIGURE} characters.`).default(""),
  sourceUrl: z
    .url({ protocol: /^https?$/, error: "Enter the full URL of the page, starting with https://." })
    .max(MAX_URL, `Keep the URL under ${MAX_URL} characters.`),
});

export const TYPED = ["product", "field", "message", "sourceUrl", "email"] as const;
/** The fields as typed. */
export type Typed = Partial<Record<(typeof TYPED)[number], string>>;

export type ParsedReport = { ok: true; report: ReportForm } | { ok: false; errors: FieldError[] };

export function parseReport(typed: Typed): ParsedReport {
  const parsed = (typed.field === "price" ? PriceTip : ReportForm).safeParse(typed);
  if (parsed.success) return { ok: true, report: parsed.data };
  const first = new Map(
    [...parsed.error.issues].reverse().map((issue) => [issue.path.join("."), issue.message] as const),
  );
  return {
    ok: false,
    errors: TYPED.flatMap((path) => (first.has(path) ? { path, message: first.get(path) ?? "" } : [])),
  };
}
