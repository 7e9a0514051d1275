import type { Limit } from "@/lib/schemas/primitives";

const SEATS = "(?:users|seats|members|licen[cs]es)";
const MAXIMUM = new RegExp(`^max(?:imum)?(?: number of)? ${SEATS}$`, "i");
const MINIMUM = new RegExp(`^min(?:imum)?(?: number of)? ${SEATS}(?: required)?$`, "i");
const INCLUDED =
  /^(?:included |full |user |team )?(?:users|seats|members|user accounts|licen[cs]es)$|^(?:people|persons|teammates|team size|workspace members)$/i;
const PEOPLE = /^(?:users?|seats?|members?|licen[cs]es?|user accounts?)$/;

export interface StatedSeats {
  /** Null if unlimited or not stated. */
  value: number | null;
  said: boolean;
}

/** Returns the numbers of people that a plan's limits state. `nouns`: other names of its seats, such as agent. */
export function statedSeats(limits: readonly Limit[], nouns: ReadonlySet<string> = new Set()) {
  const isSeats = (name: string) => nouns.has(name.toLowerCase().replace(/s$/, ""));
  const find = (isNamed: (name: string) => boolean): StatedSeats => {
    const limit = limits.find(
      ({ name, unit }) => isNamed(name) && (unit === null || PEOPLE.test(unit) || isSeats(unit)),
    );
    const value = limit?.value ?? null;
    return { value: value !== null && value >= 1 ? Math.floor(value) : null, said: limit !== undefined };
  };
  return {
    minimum: find((name) => MINIMUM.test(name)),
    maximum: find((name) => MAXIMUM.test(name)),
    included: find((name) => INCLUDED.test(name) || isSeats(name)),
  };
}
