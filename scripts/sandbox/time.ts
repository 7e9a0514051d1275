export const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns the end of a billing period. In a month without the start's day, the period ends on the last day. */
export function addInterval(start: number, interval: string, count: number): number {
  const date = new Date(start * 1000);
  if (interval === "day" || interval === "week") {
    return start + count * (interval === "week" ? 7 : 1) * 86_400;
  }
  const months = interval === "year" ? 12 * count : count;
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(day, daysIn(date.getUTCFullYear(), date.getUTCMonth())));
  return seconds(date);
}
