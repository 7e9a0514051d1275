/** Fields with sources' own words. */
const WORDS = new Set(
  "name label tip publisher via source answer value unit priceUnit features model refundPolicy licenseNote tier billing".split(
    " ",
  ),
);

/** Adds the text to every field with a source's own words. */
export function infected<T>(value: T, text: string, key = ""): T {
  if (typeof value === "string") return (WORDS.has(key) ? `${value} ${text}` : value) as T;
  if (Array.isArray(value)) return value.map((one) => infected(one, text, key)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, infected(one, text, name)])) as T;
}
