const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY_MS = 86_400_000;

function partsOf(day: string): { year: string; month: string; date: number } {
  const [year = "", month = "1", date = "1"] = day.slice(0, 10).split("-");
  return { year, month: MONTHS[Number(month) - 1] ?? month, date: Number(date) };
}

/** Formats 2026-08-21 as 21 Aug 2026. Accepts a day or a timestamp. */
export function formatDay(day: string): string {
  const { year, month, date } = partsOf(day);
  return `${date} ${month} ${year}`;
}

/** Formats 2026-08-21 as Aug 2026. */
export function formatMonth(day: string): string {
  const { year, month } = partsOf(day);
  return `${month} ${year}`;
}

/** Returns the whole days since 1970-01-01. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

export function dayFromNumber(value: number): string {
  return new Date(Math.round(value) * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a timestamp to the minute: "23 Nov 2026, 10:15 UTC". */
export function instantText(instant: string): string {
  return `${formatDay(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
}
