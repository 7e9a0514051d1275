import { isSeatUnit } from "@/lib/catalog/units";
import { onceFor, onceForText } from "@/lib/once-for";
import type { Tier } from "@/lib/schemas/record";

/** Quantities of units other than people, by name: `{ host: 20 }`. */
export type Quantities = Readonly<Record<string, number>>;

export interface Counted {
  /** Singular: seat for users and seats, otherwise as in the price (agent, host, GB). */
  noun: string;
  isPeople: boolean;
  /** Number of units that one price buys: 500 for `500 users`. */
  pack: number;
}

const ACCOUNT = "account";
/** People, under the name that every kind of product shares. */
export const SEAT = "seat";
/** Monthly payment volume of a product. */
export const VOLUME = "volume";
const PLAIN_PEOPLE = new Set(["user", SEAT]);
const IRREGULAR = new Map([["people", "person"]]);
const BYTES = /^[kmgtp]i?b$/i;
const SCALE: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, thousand: 1e3, million: 1e6 };
const PACK = /^(?:(\d[\d,]*)\s?(k|m|thousand|million)?|(thousand|million)) (.+)$/i;
const PACK_OF_BYTES = /^(\d+)\s?([kmgtp]i?b(?:\b.*)?)$/i;

/**
 * Returns the unit or pack that a tier's price is for; null for a price of the whole account with any number of users.
 */
export function countedBy(priceUnit: string | null): Counted | null {
  return priceUnit === null ? null : countedIn(priceUnit);
}

const countedIn = onceForText((priceUnit): Counted | null => {
  if (priceUnit === "month" || priceUnit === "one-time") return null;
  const unit = priceUnit.replace(/\/month$/, "").replace(/, one-time$/, "");
  if (unit === ACCOUNT) return null;
  const [, size, bytes] = PACK_OF_BYTES.exec(unit) ?? [];
  const [, count = size ?? "1", scale = "", word = "", many = bytes ?? ""] = PACK.exec(unit) ?? [];
  const pack = many === "" ? 0 : Number(count.replaceAll(",", "")) * (SCALE[(scale || word).toLowerCase()] ?? 1);
  const noun = pack > 0 ? singular(many) : unit;
  const isPeople = isSeatUnit(noun);
  return { noun: isPeople && PLAIN_PEOPLE.has(noun) ? SEAT : noun, isPeople, pack: Math.max(1, pack) };
});

const LIKE_ACCOUNT = /^(?:account|store|shop|site|website|workspace|organi[sz]ation|company|business|tenant)$/i;

/** Returns true for a unit of which a buyer usually has one: a store, a site, a workspace. */
export function isAccountUnit(noun: string): boolean {
  return LIKE_ACCOUNT.test(noun);
}

/** Returns the singular, host for "hosts", to compare names; not every result is correct English. */
function singular(noun: string): string {
  const [, before = "", last = ""] = /^(.*?)([^\s/]+)$/.exec(noun) ?? [];
  const irregular = IRREGULAR.get(last.toLowerCase());
  if (irregular) return before + irregular;
  if (/[^aeiou]ies$/i.test(last)) return `${before}${last.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/i.test(last)) return before + last.slice(0, -2);
  return /[^s]s$/.test(last) && !/(?:us|is)$/.test(last) ? before + last.slice(0, -1) : noun;
}

/** Returns the plural, hosts for "host"; sizes in bytes are unchanged. */
export function pluralOf(noun: string): string {
  if (noun === VOLUME) return noun;
  const last = /[^\s/]+$/.exec(noun)?.[0] ?? "";
  if (IRREGULAR.has(last)) return noun;
  for (const [many, one] of IRREGULAR) if (last === one) return noun.slice(0, -one.length) + many;
  if (BYTES.test(last) || /^[A-Z]+S$/.test(last) || (singular(last) !== last && /s$/.test(last))) return noun;
  if (/[^aeiou]y$/.test(last)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(last) ? `${noun}es` : `${noun}s`;
}

/** Returns true if two names mean one unit: host, Hosts. Any plain name for people means seats. */
export function isUnit(name: string, noun: string): boolean {
  return keyOf(name) === keyOf(noun);
}

function keyOf(name: string): string {
  const key = singular(name.trim()).toLowerCase();
  return PLAIN_PEOPLE.has(key) || key === "person" ? SEAT : key;
}

export function quantityOf(quantities: Quantities | undefined, noun: string): number | undefined {
  return Object.entries(quantities ?? {}).find(([name]) => isUnit(name, noun))?.[1];
}

export interface BoughtUnit extends Counted {
  /** Ids of the tiers with this unit. */
  tiers: string[];
}

/**
 * Returns the units that a buyer counts: people first, then the unit of most tiers. There is one entry for people under
 * any name, and one for each other unit. Prices of the whole account and of use have no unit.
 */
export const boughtUnits = onceFor((tiers: readonly Tier[]) => unitsIn(tiers.filter((tier) => !isByUse(tier))));

/** Like boughtUnits, plus the units of use, whose cost depends on the use per month. */
export const countedUnits = onceFor((tiers: readonly Tier[]) => unitsIn(tiers));

/** Returns true for a tier that is priced by use: a message, a GB stored for a month. */
export function isByUse({ listPrice }: Pick<Tier, "listPrice">): boolean {
  return listPrice?.period === "usage";
}

function unitsIn(tiers: readonly Tier[]): readonly BoughtUnit[] {
  const units = new Map<string, BoughtUnit>();
  for (const tier of tiers) {
    const { priceStatus, isFree, priceUnit, id } = tier;
    if (priceStatus !== "published" || isFree) continue;
    const counted = countedBy(priceUnit);
    if (!counted) continue;
    const key = counted.isPeople ? SEAT : keyOf(counted.noun);
    const held = units.get(key);
    if (!held) units.set(key, { ...counted, tiers: [id] });
    else {
      held.tiers.push(id);
      held.pack = Math.min(held.pack, counted.pack);
      if (held.noun !== counted.noun && held.isPeople) held.noun = SEAT;
    }
  }
  return [...units.values()].sort((a, b) => Number(b.isPeople) - Number(a.isPeople) || b.tiers.length - a.tiers.length);
}
