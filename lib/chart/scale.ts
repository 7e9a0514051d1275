import { dayFromNumber, dayNumber } from "@/lib/format/dates";

/** Returns round steps from 0 that end at or above `max`, at least two values. */
export function niceTicks(max: number, count: number): number[] {
  // A tenth of the smallest representable numbers is 0.
  if (!(max > 1e-15)) return [0, 1];
  const rough = max / Math.max(1, count);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((value) => value >= rough) ?? 10 * magnitude;
  const steps = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Returns the position of `value` between `from` and `to`, limited to this range. */
export function place(value: number, domain: readonly [number, number], from: number, to: number): number {
  const span = domain[1] - domain[0];
  const share = span > 0 ? (value - domain[0]) / span : 0.5;
  return round(from + Math.min(1, Math.max(0, share)) * (to - from));
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns a value as percent of an axis from 0 to `max`. */
export function share(value: number, max: number): number {
  return max > 0 ? round((value / max) * 100) : 0;
}

export type DayTick = { day: string; label: string };

/** Returns the first days of years or months within the span, at most `count` of them. */
export function dayTicks(from: number, to: number, count: number): DayTick[] {
  const start = dayFromNumber(from);
  const firstMonth = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1;
  for (const step of [1, 3, 6, 12, 24, 60, 120, 600]) {
    const ticks: DayTick[] = [];
    for (let month = Math.ceil(firstMonth / step) * step; ; month += step) {
      const year = Math.floor(month / 12);
      const day = `${String(year).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
      const at = dayNumber(day);
      if (at > to || ticks.length > count) break;
      if (at >= from) ticks.push({ day, label: step >= 12 ? String(year) : monthLabel(month) });
    }
    if (ticks.length <= count) return ticks;
  }
  return [];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function monthLabel(month: number): string {
  return `${MONTHS[month % 12]} ${Math.floor(month / 12)}`;
}

/** Returns the approximate width of a text in Inter, accurate enough to separate labels. */
export function textWidth(text: string, fontSize: number): number {
  return round(text.length * fontSize * 0.58);
}

/** Returns the longest prefix of a text that fits a width, with an ellipsis if it was cut. */
export function fitText(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  const room = Math.max(1, Math.floor(width / (fontSize * 0.58)) - 1);
  return `${text.slice(0, room).trimEnd()}…`;
}
