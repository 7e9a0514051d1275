import type { Input } from "./counted";
import { MAX_QUANTITY } from "./limits";
import { seatsOf } from "./seats";
import { type BoughtUnit, isUnit, pluralOf, type Quantities, SEAT } from "./units";

export interface ReadCounts {
  seats: number | null;
  quantities: Quantities;
  /** Messages about the parts that cannot be read. */
  faults: string[];
}

type Unit = Pick<BoughtUnit, "noun" | "isPeople"> & Pick<Input, "payment">;

/**
 * Reads the counts in `40`, `20 hosts`, `40; 20 hosts` or `10000 volume; 100 transactions` for a product. A bare
 * number counts its first unit, or people if there is no unit.
 */
export function readCounts(typed: string, units: readonly Unit[]): ReadCounts {
  const read: { seats: number | null; quantities: Record<string, number>; faults: string[] } = {
    seats: null,
    quantities: {},
    faults: [],
  };
  const first = units.find(({ payment }) => payment === undefined) ?? null;
  for (const part of typed.split(";").map((count) => count.trim())) {
    if (part === "") continue;
    const [, figure = part, name = ""] = COUNT.exec(part) ?? unreadable(part, units) ?? [];
    const unit = name === "" ? first : (units.find(({ noun }) => isUnit(name, noun)) ?? null);
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
      const fault = unit.payment === "volume" ? "an amount of money" : `a number of ${pluralOf(unit.noun)}`;
      if (quantity === null) read.faults.push(`“${part}” is not ${fault}.`);
      else read.quantities[unit.noun] = quantity;
    }
  }
  return read;
}

const COUNT = /^(\S*\d(?: \d{3}(?=\s|$))*)\s*(.*)$/;

/** Splits a text without a digit from the unit that it ends with. */
function unreadable(part: string, units: readonly Unit[]) {
  const found = /^(.*\S)\s+(\S+)$/.exec(part);
  return found && units.some(({ noun }) => isUnit(found[2] ?? "", noun)) ? found : null;
}

function quantityIn(figure: string): number | null {
  const plain = figure.replace(/^[$€£]|[\s,_]/g, "");
  const quantity = Number(plain);
  return /^\d{1,10}(?:\.\d{1,6})?$/.test(plain) && quantity > 0 && quantity <= MAX_QUANTITY ? quantity : null;
}

/** Returns the text that readCounts() reads back as the same counts. */
export function countsText({ seats, quantities }: Pick<ReadCounts, "seats" | "quantities">): string {
  const others = Object.entries(quantities).map(
    ([noun, quantity]) => `${quantity} ${quantity === 1 ? noun : pluralOf(noun)}`,
  );
  return [...(seats === null ? [] : [String(seats)]), ...others].join("; ");
}

export function unitsWords(units: readonly Unit[]): string {
  const counted = units.filter(({ payment }) => payment !== "volume");
  return counted.length === 0 ? "seats" : counted.map(({ noun }) => pluralOf(noun)).join(" or ");
}

/** Returns the label of a unit's field: Hosts. */
export function unitLabel(noun: string): string {
  const plural = pluralOf(noun);
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}
