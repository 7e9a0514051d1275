import type { MoneyContext } from "./currency";

const DECIMAL_COMMA = new Set(
  "de fr es it pt nl da sv nb nn no fi pl cs sk hu ro bg hr sl sr el tr ru uk id vi ca eu gl lt lv et is".split(" "),
);

/** Returns the decimal mark of the page's language. Null if the language does not determine it. */
function decimalMark({ locale, decimalMark: shown }: MoneyContext): "." | "," | null {
  if (shown !== undefined) return shown;
  if (locale === undefined) return null;
  const [tongue = "", ...rest] = locale.toLowerCase().split(/[-_]/);
  if (tongue === "de" && (rest.includes("ch") || rest.includes("li"))) return ".";
  if (tongue === "es" && rest.some((part) => ["mx", "us", "pr", "gt", "pe"].includes(part))) return ".";
  return DECIMAL_COMMA.has(tongue) ? "," : ".";
}

const isGrouped = (groups: string[]) => {
  const [first = "", ...rest] = groups;
  if (rest.length === 0 || first.length === 0 || first.length > 3 || (first.startsWith("0") && first.length > 1))
    return false;
  if (rest.every((group) => group.length === 3)) return first !== "0";
  // Lakhs and crores: the last group has three digits, those before it two.
  return (
    first.length <= 2 && rest.at(-1)?.length === 3 && rest.length > 1 && rest.slice(0, -1).every((g) => g.length === 2)
  );
};

/** Returns a number as written, without its mark. Null if it is ambiguous or unreadable. */
export function readNumber(written: string, context: MoneyContext): number | null {
  const text = written.replace(/[\u00a0 '’]/g, " ");
  const separators = [...text.replace(/\d/g, "")];
  const whole = (digits: string) => Number(digits);
  if (separators.length === 0) return /^\d{1,12}$/.test(text) ? whole(text) : null;
  const kinds = [...new Set(separators)];
  const last = separators.at(-1) ?? "";
  if (kinds.length > 2) return null;
  if (kinds.length === 2) {
    if (last === " " || separators.filter((one) => one === last).length !== 1) return null;
    const [integer = "", fraction = ""] = text.split(last);
    if (fraction.length > 4 || !isGrouped(integer.split(/[., ]/))) return null;
    return whole(`${integer.replace(/\D/g, "")}.${fraction}`);
  }
  const groups = text.split(last);
  if (last === " ") return isGrouped(groups) ? whole(groups.join("")) : null;
  if (separators.length > 1) return isGrouped(groups) ? whole(groups.join("")) : null;
  const [integer = "", fraction = ""] = groups;
  if (fraction.length !== 3 || integer === "0" || integer.length > 3)
    return fraction.length <= 8 && fraction.length > 0 && (integer === "0" || fraction.length <= 4)
      ? whole(`${integer}.${fraction}`)
      : null;
  const mark = decimalMark(context);
  if (mark === null) return last === "," ? whole(integer + fraction) : null;
  // Three digits after the page's own decimal mark: a thousand in a different notation, or a fraction of a cent.
  return mark === last ? null : whole(integer + fraction);
}
