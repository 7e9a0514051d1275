import { countriesIn } from "@/lib/catalog/countries";
import { priceOfTier } from "@/lib/format/tier-price";
import { onceForText } from "@/lib/once-for";
import type { Tier } from "@/lib/schemas/record";

/** Tiers that are priced for countries other than the requested one. */
export interface Elsewhere {
  region: string;
  tiers: readonly Tier[];
}

/** Country by name. */
const COUNTRIES = new Map(countriesIn("en").map(({ code, name }) => [name.toLowerCase(), code]));
const OTHERS = new Map([
  ["usa", "US"],
  ["america", "US"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["europe", "EU"],
  ["eu", "EU"],
  ["european economic area", "EU"],
]);
const SHORT = new Map([
  ["US", "US"],
  ["USA", "US"],
  ["U.S.", "US"],
  ["UK", "GB"],
  ["EU", "EU"],
]);

const placeIn = onceForText((name): string | null => {
  for (const [word, code] of SHORT)
    if (new RegExp(`(?<![\\w.])${word.replaceAll(".", "\\.")}(?!\\w)`).test(name)) return code;
  const lower = name.toLowerCase();
  for (const [country, code] of [...COUNTRIES, ...OTHERS])
    if (lower.includes(country) && new RegExp(`\\b${country.replace(/[^a-z ]/g, ".")}\\b`).test(lower)) return code;
  return null;
});

/** Returns the country or region of a name or a code; the text itself if it is neither. */
function codeOf(region: string): string {
  const text = region.trim();
  const known = COUNTRIES.get(text.toLowerCase()) ?? OTHERS.get(text.toLowerCase()) ?? SHORT.get(text.toUpperCase());
  return known ?? text.toUpperCase();
}

/** Returns the tiers on sale in a region: those priced for it, and those that name no country. */
export function inRegion(
  tiers: readonly Tier[],
  region: string | undefined,
): { tiers: readonly Tier[]; elsewhere: Elsewhere | null } {
  if (region === undefined) return { tiers, elsewhere: null };
  const code = codeOf(region);
  const isHere = ({ name }: Tier) => [null, code].includes(placeIn(name));
  return { tiers: tiers.filter(isHere), elsewhere: { region, tiers: tiers.filter((tier) => !isHere(tier)) } };
}

/** Returns "Germany: no rate is known. Known rates: US SMS, $0.0083 per message." */
export function elsewhereSentence({ region, tiers }: Elsewhere): string {
  const rates = tiers.map((tier) => `${tier.name}, ${priceOfTier(tier)}`).join("; ");
  return `${region}: no rate is known. Known rates: ${rates}.`;
}
