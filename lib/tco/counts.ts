import { MAX_QUANTITY } from "./limits";
import { seatsOf } from "./seats";
import { type BoughtUnit, isUnit, pluralOf, type Quantities, SEAT } from "./units";

export interface ReadCounts {
  seats: number | null;
  quantities: Quantities;
  /** What cannot be read, in words. */
  faults: string[];
}

type Unit = Pick<BoughtUnit, "noun" | "isPeople">;

/** What `40`, `20 hosts` or `40; 20 hosts` counts of a product. A bare number counts its first unit. */
export function readCounts(typed: string, units: readonly Unit[]): ReadCounts {
  const read: { seats: number | null; quantities: Record<string, number>; faults: string[] } = {
    seats: null,
    quantities: {},
    faults: [],
  };
  for (const part of typed.split(";").map((count) => count.trim())) {
    if (part === "") continue;
    const [, figure = part, name = ""] = /^(\S*\d(?: \d{3}(?=\s|$))*)\s*(.*)$/.exec(part) ?? [];
    const unit = name === "" ? (units[0] ?? null) : (units.find(({ noun }) => isUnit(name, noun)) ?? null);
    if (name !== "" && unit === null && !isUnit(name, SEAT)) {
      read.faults.push(`“${name}” is not a unit of this price. Enter a number of ${unitsWords(units)}.`);
    } else if (unit === null || unit.isPeople) {
      read.seats = seatsOf(figure);
      if (read.seats === null) {
        const people = pluralOf(unit?.noun ?? SEAT);
        read.faults.push(`“${part}” is not a number of ${people}. Enter a whole number from 1 to 1,000,000.`);
      }
    } else {
      const quantity = quantityIn(figure);
      if (quantity === null) read.faults.push(`“${part}” is not a number of ${pluralOf(unit.noun)}.`);
      else read.quantities[unit.noun] = quantity;
    }
  }
  return read;
}

function quantityIn(figure: string): number | null {
  const plain = figure.replace(/[\s,_]/g, "");
  const quantity = Number(plain);
  return /^\d{1,10}(?:\.\d{1,6})?$/.test(plain) && quantity > 0 && quantity <= MAX_QUANTITY ? quantity : null;
}

/** The text that readCounts reads the same counts from. */
export function countsText({ seats, quantities }: Pick<ReadCounts, "seats" | "quantities">): string {
  const others = Object.entries(quantities).map(
    ([noun, quantity]) => `${quantity} ${quantity === 1 ? noun : pluralOf(noun)}`,
  );
  return [...(seats === null ? [] : [String(seats)]), ...others].join("; ");
}

export function unitsWords(units: readonly Unit[]): string {
  return units.length === 0 ? "seats" : units.map(({ noun }) => pluralOf(noun)).join(" or ");
}

/** The label of a field that counts a unit: Hosts. */
export function unitLabel(noun: string): string {
  const plural = pluralOf(noun);
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}
