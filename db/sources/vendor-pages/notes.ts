import { featuresIn, limitsIn, splitPlanName } from "../shared/units";

/** A page's text other than its figures that no field of a reading contains. */

type Shown = { name: string; price: number | null; price_text: string | null; quota: string | null };

/** Words about how a page was read, which are of no use to a reader of the price. */
const OF_THE_READING = /\b[Ss]lug\b|\bextract(?:ed|or)\b|\bdropped\b|^cut off$|^page updated\b|^[Pp]age is [A-Z]/;

/** Words in a price's own text that state exclusions, end dates, eligible buyers or extras. */
const QUALIFIES =
  /\b(?:VAT|tax(?:es)?|IVA|through|until|first|only|min(?:imum|\.)|after|thereafter|then|over|up to|incl\w*|plus|commitment|promo\w*|launch|introductory|2nd|upfront|advance|prepa(?:id|yment)|list|domestic|successful|hardware|usage|for|average|or|with|without|fixed fee|no)\b|\d (?:vCPU|GiB)|\+(?!\/|$)|\*|\$\s?\d[\d.,]*\s?\/?\s?[($]/i;

/** Words in an allowance that say more than the limit parsed from it. */
const SCOPED =
  /\(|\b(?:free|shared|pooled|bonus|each|only|one-time|lifetime|first|per (?!month|year|day|week|minute|second|hour))\b/i;

export function clauses(text: string | null | undefined): string[] {
  if (/\bwrongly records\b/i.test(text ?? "")) return [];
  return (text ?? "")
    .replace(/\s*\(cut\)/gi, "")
    .split(/;\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !OF_THE_READING.test(part))
    .map((part) =>
      part
        .replace(/\bin the excerpt\b/g, "in the part that was read")
        .replace(/\bthe excerpt\b/g, "the part that was read"),
    );
}

function unreadQuota(quota: string | null): string[] {
  return clauses(quota).filter((clause) =>
    clause
      .split(/(?<!\d),\s|,\s(?!\d{3}\b)/)
      .some((part) => SCOPED.test(part) || (limitsIn(part).length === 0 && featuresIn([part]).length === 0)),
  );
}

/** Returns the statements about one plan that its fields do not contain. */
export function saidOfPlan({ price, price_text, quota }: Shown): string[] {
  const [text = ""] = clauses((price_text ?? "").replace(/;\s/g, ", "));
  const isSaid =
    /[a-z]/i.test(text) &&
    (QUALIFIES.test(text.replace(/^up to (?=[$€£])/i, "")) || (price === null && /\d/.test(text)));
  return [...(isSaid && !/\bfor free\b|^(?:start|get started)\b/i.test(text) ? [text] : []), ...unreadQuota(quota)];
}

/** "Stated of Pro: usage billed on top; no API access." Combines plans that differ only in billing. */
export function saidOfPlans(plans: readonly Shown[]): string | undefined {
  const said = new Map<string, string[]>();
  for (const plan of plans) {
    const name = splitPlanName(plan.name).base || plan.name;
    const known = said.get(name) ?? [];
    said.set(name, [...known, ...saidOfPlan(plan).filter((part) => !known.includes(part))]);
  }
  const lines = [...said]
    .filter(([, parts]) => parts.length > 0)
    .map(([name, parts]) => `Stated of ${name}: ${sentence(parts)}`);
  return lines.length > 0 ? lines.join(" ") : undefined;
}

export function sentence(parts: readonly string[]): string {
  return `${parts.join("; ").replace(/[.;]$/, "")}.`;
}
