import type { PricingRecord } from "@/lib/schemas/record";

/** Facts that a record states or does not mention: their absence is never a denial. In the order of their bits. */
export const STATED = [
  "has_sso",
  "scim",
  "audit_log",
  "student_offer",
  "educator_offer",
  "nonprofit_offer",
  "open_source_offer",
  "startup_offer",
] as const;
export type Stated = (typeof STATED)[number];

const CAPABILITY = { sso: "has_sso", scim: "scim", audit_log: "audit_log" } as const;
const OFFER = {
  students: "student_offer",
  educators: "educator_offer",
  nonprofits: "nonprofit_offer",
  open_source: "open_source_offer",
  startups: "startup_offer",
} as const;

export function bitOf(stated: Stated): number {
  return 1 << STATED.indexOf(stated);
}

/** Returns the facts as the bits of `STATED`. */
export function statedBits({ capabilities = [], offers = [] }: Pick<PricingRecord, "capabilities" | "offers">): number {
  const stated = [
    ...capabilities.map(({ capability }) => CAPABILITY[capability]),
    ...offers.map(({ audience }) => OFFER[audience]),
  ];
  return stated.reduce((bits, one) => bits | bitOf(one), 0);
}

export function isStated(value: string | null): value is Stated {
  return STATED.some((one) => one === value);
}
