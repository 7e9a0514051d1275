import { isSeatUnit } from "@/lib/catalog/units";
import { onceFor, onceForText } from "@/lib/once-for";
import type { Tier } from "@/lib/schemas/record";

/** Units bought of what is not counted by people, by name: `{ host: 20 }`. */
export type Quantities = Readonly<Record<string, number>>;

export interface Counted {
  /** In the singular: seat for users and seats, else as the price has it (agent, host, GB). */
  noun: string;
  isPeople: boolean;
  /** How many of them one price buys: 500 for `500 users`. */
  pack: number;
}

const ACCOUNT = "account";
/** People, by the word that every kind of product uses. */
export const SEAT = "seat";
/** Money that passes through a product in a month. */
export const VOLUME = "volume";
const PLAIN_PEOPLE = new Set(["user", SEAT]);
const IRREGULAR = new Map([["people", "person"]]);
const BYTES = /^[kmgtp]i?b$/i;
const SCALE: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, thousand: 1e3, million: 1e6 };
const PACK = /^(?:(\d[\d,]*)\s?(k|m|thousand|million)?|(thousand|million)) (.+)$/i;
const PACK_OF_BYTES = /^(\d+)\s?([kmgtp]i?b(?:\b.*)?)$/i;

/** What a tier's price is for one of, or a pack of; null for a price of the whole account, whoever uses it. */
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

/** host of "hosts", for names that are compared; not every word comes out as English has it. */
function singular(noun: string): string {
  const [, before = "", last = ""] = /^(.*?)([^\s/]+)$/.exec(noun) ?? [];
  const irregular = IRREGULAR.get(last.toLowerCase());
  if (irregular) return before + irregular;
  if (/[^aeiou]ies$/i.test(last)) return `${before}${last.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/i.test(last)) return before + last.slice(0, -2);
  return /[^s]s$/.test(last) && !/(?:us|is)$/.test(last) ? before + last.slice(0, -1) : noun;
}

/** hosts of "host"; sizes in bytes stay as they are. */
export function pluralOf(noun: string): string {
  if (noun === VOLUME) return noun;
  const last = /[^\s/]+$/.exec(noun)?.[0] ?? "";
  if (IRREGULAR.has(last)) return noun;
  for (const [many, one] of IRREGULAR) if (last === one) return noun.slice(0, -one.length) + many;
  if (BYTES.test(last) || /^[A-Z]+S$/.test(last) || (singular(last) !== last && /s$/.test(last))) return noun;
  if (/[^aeiou]y$/.test(last)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(last) ? `${noun}es` : `${noun}s`;
}

/** Whether two names mean one unit: host, Hosts. People of any plain name are seats. */
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
  /** Ids of the tiers that are priced by it. */
  tiers: string[];
}

/**
 * What a buyer has to count, people first, then what most tiers are priced by: one entry for people by whatever names,
 * and one for each other unit. Prices of the whole account and of use have none.
 */
export const boughtUnits = onceFor((tiers: readonly Tier[]) => unitsIn(tiers.filter((tier) => !isByUse(tier))));

/** The same with the units of use, which cost as much as is used in a month. */
export const countedUnits = onceFor((tiers: readonly Tier[]) => unitsIn(tiers));

/** Priced by what is used: a message, a GB stored for a month. */
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
