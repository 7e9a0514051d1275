import { MAX_SEATS } from "./limits";

/** Default number of seats. */
export const DEFAULT_SEATS = 25;

/** The steps of a slider. */
export const SEAT_STEPS = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 1500,
  2000, 3000, 5000, 10_000,
] as const;

/** Returns the number of seats; null if the text is not a number of seats. */
export function seatsOf(typed: string): number | null {
  const plain = typed.replace(/[\s,_]/g, "");
  const seats = Number(plain);
  return /^\d{1,7}$/.test(plain) && seats >= 1 && seats <= MAX_SEATS ? seats : null;
}
