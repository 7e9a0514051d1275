import { monthlyTiers } from "@/lib/catalog/plans";
import { nameKey } from "@/lib/ids";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { allowancesOf, costUnit, optionOf } from "./extras";
import { metersIn } from "./meters";
import { countedBy, countedUnits, isByUse, isUnit, type Quantities, SEAT, VOLUME } from "./units";

export type CounterKind = "people" | "account" | "payment" | "unit" | "tier" | "meter" | "allowance" | "cost";

/** The meaning of a quantity, and its name in the engine. */
export interface Counter {
  kind: CounterKind;
  name: string;
  /** Number of named units per requested unit: 1,000 GB for a TB. */
  factor: number;
}

type Counted = Pick<PricingRecord, "tiers" | "hiddenCosts" | "usage">;

/**
 * Returns the counter that a name means for a product; null if the product has no such unit. If several meters
 * match, all are named. Beside stored bytes, bytes without a period are transferred ones.
 */
export function counterOf(
  record: Counted,
  asked: string,
  beside: readonly string[] = [],
): Counter | { several: string[] } | null {
  const isMoved = isTransfer(asked, beside);
  // Extra costs per byte are for transfer.
  const isStored = STORED.test(asked);
  for (const { name, factor } of headlineFirst(record, spellingsOf(asked))) {
    if (isMoved && STORED.test(name)) continue;
    const found = counterNamed(record, name, isMoved);
    if (isStored && BYTES.test(name) && found && !("several" in found) && found.kind === "cost") continue;
    if (found) return "several" in found ? found : { ...found, factor };
  }
  return isMoved ? null : byWords(record, asked);
}

/** Returns true for bytes without a period if the request also counts stored bytes. */
export function isTransfer(asked: string, beside: readonly string[]): boolean {
  return EGRESS.test(asked) || (BYTES.test(asked) && beside.some((name) => STORED.test(name)));
}

/** Returns the stored GB that quantities count; null if they count none. */
export function storedIn(quantities: Quantities = {}): number | null {
  const names = Object.keys(quantities).filter((name) => STORED.test(name));
  if (names.length === 0) return null;
  return names.reduce((sum, name) => sum + (quantities[name] ?? 0) * gigabytesIn(name), 0);
}

function gigabytesIn(name: string): number {
  return sizesOf({ name, factor: 1 }).find((size) => /^GB\b/.test(size.name))?.factor ?? 1;
}

const STORED = /^(?:[kmgtp]i?b[- ]months?|storagegbmonths)$/i;
const EGRESS = /^egressgb$/i;

/** Puts the size of the headline price first: one meter may have an older price in another size. */
function headlineFirst({ tiers = [] }: Counted, spellings: { name: string; factor: number }[]) {
  if (!spellings.some(({ name }) => STORED.test(name))) return spellings;
  const [headline] = monthlyTiers(tiers, tiers.find(isSold)?.currency ?? null);
  const size = countedBy(headline?.priceUnit ?? null)?.noun ?? "";
  const own = BYTES.test(size) ? spellings.find(({ name }) => name.toLowerCase() === size.toLowerCase()) : undefined;
  return own ? [own, ...spellings] : spellings;
}

/** Returns the names of a product's units. */
export function counterNames({ tiers = [], hiddenCosts = [], usage }: Counted): string[] {
  const costs = hiddenCosts.flatMap((cost) => costUnit(cost)?.noun ?? []);
  const included = tiers.flatMap((tier) => (isSold(tier) ? allowancesOf(tier).map(({ name }) => name) : []));
  const fees = tiers.some(({ percentageFees }) => percentageFees.length > 0) ? ["volume", "transactions"] : [];
  const names = [...countedUnits(tiers).map(({ noun }) => noun), ...costs, ...(usage ? metersIn(usage).keys() : [])];
  return [...new Set([...names, ...included, ...fees])];
}

function counterNamed({ tiers = [], hiddenCosts = [], usage }: Counted, asked: string, isMoved = false) {
  const counter = (kind: CounterKind, name: string) => ({ kind, name });
  // On a card known for its storage, GB means stored GB.
  const leading = BYTES.test(asked) && !isMoved ? usage?.models.find(({ leadMeters }) => leadMeters) : undefined;
  const stored = leading?.meters.find(
    ({ name, unit }) => leading.leadMeters?.includes(name) && isUnit(unit, `${asked}-month`),
  );
  if (stored) return counter("meter", stored.name);
  const unit = countedUnits(tiers).find(({ noun }) => isUnit(asked, noun));
  if (unit) return counter(unit.isPeople ? "people" : "unit", unit.noun);
  const tier = tiers.find(({ id }) => id === asked);
  if (tier && isSold(tier) && countedBy(tier.priceUnit)) return counter("tier", tier.id);
  const meters = usage ? [...metersIn(usage)] : [];
  const meter = meters.find(([name]) => name.toLowerCase() === asked.toLowerCase());
  if (meter) return counter("meter", meter[0]);
  const measured = meters.filter(([, of]) => isUnit(asked, of)).map(([name]) => name);
  const [first] = measured;
  const lead = usage?.models.find(({ leadMeters }) => leadMeters)?.leadMeters?.find((name) => measured.includes(name));
  const main = lead ?? (measured.length === 1 ? first : undefined);
  if (main !== undefined) return counter("meter", main);
  const allowance = tiers
    .flatMap((own) => (isSold(own) ? allowancesOf(own) : []))
    .find(({ name }) => isUnit(asked, name));
  if (allowance && !isUnit(asked, SEAT)) return counter("allowance", allowance.name);
  const units = hiddenCosts.flatMap((cost) => costUnit(cost) ?? []);
  const sold = units.find(({ noun }) => isUnit(asked, noun));
  if (sold) return sold.isPeople ? counter("people", SEAT) : counter("cost", sold.noun);
  const named = hiddenCosts.find((cost) => optionOf(cost) === asked && costUnit(cost));
  if (named) return counter("cost", optionOf(named));
  if (measured.length > 1) return { several: measured };
  const hasFees = tiers.some(({ percentageFees }) => percentageFees.length > 0);
  if (hasFees && isUnit(asked, VOLUME)) return counter("payment", "volume");
  if (hasFees && isUnit(asked, "transaction")) return counter("payment", "transactions");
  if (asked === "account" || asked === "month" || asked === "one-time") return counter("account", "account");
  if (isUnit(asked, SEAT)) return counter("people", SEAT);
  return null;
}

function isSold({ priceStatus }: Tier): boolean {
  return priceStatus === "published";
}

const BYTES = /^[kmgtp]i?b$/i;

/** Synonyms that vendors use. */
const ALIKE: readonly (readonly string[])[] = [
  ["message", "sms", "text", "text message", "sms message", "sms segment", "message segment"],
  ["email", "mail", "email send", "send", "message"],
  ["outcome", "resolution", "automated resolution", "ai resolution"],
  ["call", "api call", "request", "api request"],
  ["GB-month", "storagegbmonths"],
  ["GB", "egressgb"],
  ["hour", "instancehours", "machine hour"],
  ["minute", "audiominutes"],
  ["second", "computeseconds", "videoseconds"],
  ["input token", "inputtokens"],
  ["output token", "outputtokens"],
  ["rerank query", "rerankqueries"],
  ["contact", "subscriber", "profile", "active profile"],
];
const SIZES = ["kB", "MB", "GB", "TB", "PB"];

/** Returns a name as given, then without period or pack, then in other words and sizes. */
function spellingsOf(asked: string): { name: string; factor: number }[] {
  const plain = asked.trim();
  const bare = plain.replace(/\/(?:month|year)$/, "").replace(/, one-time$/, "");
  const counted = countedBy(bare);
  const own = [
    { name: plain, factor: 1 },
    { name: bare, factor: 1 },
    ...(counted ? [{ name: counted.isPeople ? SEAT : counted.noun, factor: counted.pack }] : []),
  ];
  const base = own.at(-1) ?? { name: plain, factor: 1 };
  const option = nameKey(plain);
  const alike = ALIKE.flatMap((words) =>
    words.some((word) => isUnit(word, base.name) || word === base.name.toLowerCase()) ? words : [],
  ).map((name) => ({
    name,
    factor: base.factor,
  }));
  const sized = alike.flatMap((spelling) => [spelling, ...sizesOf(spelling)]);
  return [...own, ...(option === plain ? [] : [{ name: option, factor: 1 }]), ...sizesOf(base), ...sized];
}

/** Returns GB-month for a stored GB, and 1,000 GB for a TB. */
function sizesOf({ name, factor }: { name: string; factor: number }): { name: string; factor: number }[] {
  const [, size = "", rest = ""] = /^([kmgtp])b((?:[- ]month)?)$/i.exec(name) ?? [];
  if (size === "") return [];
  const at = SIZES.findIndex((entry) => entry[0]?.toLowerCase() === size.toLowerCase());
  const periods = rest === "" ? ["", "-month"] : ["-month", ""];
  // Stored bytes in any size come before bytes without a period.
  const isOther = (spelling: string) => rest !== "" && !STORED.test(spelling);
  return periods
    .flatMap((period) =>
      SIZES.map((entry, index) => ({ name: `${entry}${period}`, factor: factor * 1000 ** (at - index) })),
    )
    .sort(
      (a, b) =>
        Number(isOther(a.name)) - Number(isOther(b.name)) ||
        Math.abs(Math.log(a.factor)) - Math.abs(Math.log(b.factor)),
    );
}

/** Returns the single counter whose name has all the words. */
function byWords(record: Counted, asked: string): Counter | { several: string[] } | null {
  const { tiers = [], hiddenCosts = [] } = record;
  const words = nameKey(asked).split("-").map(stem);
  const holds = (name: string) => {
    const own = nameKey(name).split("-").map(stem);
    return words.every((word) => own.includes(word));
  };
  const names = [
    ...counterNames(record),
    ...tiers.flatMap((tier) => (isSold(tier) && isByUse(tier) && holds(tier.name) ? tier.id : [])),
    ...hiddenCosts.flatMap((cost) => (costUnit(cost) && holds(cost.label) ? optionOf(cost) : [])),
  ];
  const found = [...new Set(names.filter(holds))];
  const [only] = found;
  if (only === undefined) return null;
  if (found.length > 1) return { several: found };
  const counter = counterNamed(record, only);
  return counter && ("several" in counter ? counter : { ...counter, factor: 1 });
}

/** Removes the ending of a plural: "hosts" becomes "host". */
export function stem(word: string): string {
  return word.replace(/([^s])s$/, "$1");
}
