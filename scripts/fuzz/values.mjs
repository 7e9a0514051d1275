/** If an HTML, SVG or XML response contains this text, it has not escaped its input. */
export const MARK = "<fuzz-mark>";

/** Values that no field expects. */
export const NASTY = [
  ..."|  |0|-1|1e309|NaN|Infinity|null|true|undefined|%|%00|%2e%2e%2f|../..|/|//|\\|💸|\ud83d|‮|\u0000|\u2028".split(
    "|",
  ),
  ...[
    "' or 1=1 --",
    "{}",
    "[]",
    "2026-02-30",
    "9999-12-31",
    "0000-00-00",
    "a,b,,c",
    "\n",
    "\r\nx-injected: 1",
    "ﬀ",
    "-",
  ],
  ...["1.5", "9007199254740993", "99999999999999999999999999", "0x10", "１２", "__proto__", "constructor", "toString"],
  ...["{{7*7}}", "javascript:alert(1)", "https://evil.example/", "//evil.example", "K", "İ", "e\u0301".repeat(50)],
  ...[`"><script>${MARK}</script>`, `${MARK}`, `'${MARK}"`, "a".repeat(3_000), "a-vs-".repeat(60), ",".repeat(400)],
];

/** Replaces lone surrogates, which only JSON can contain. */
export const wellFormed = (text) => text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, "\ufffd");

/** Encodes text for a URL, usually correctly and sometimes not. */
export function encoded(text, { chance, pick }) {
  const right = encodeURIComponent(wellFormed(text));
  if (chance(0.93)) return right;
  return pick([
    encodeURIComponent(right),
    right.replaceAll("%", "%%"),
    `${right}%`,
    `${right}%ff`,
    `%c0%ae${right}`,
    right.toUpperCase(),
    `${right}\u00e9`,
    `${right}.`,
    `${right}%20`,
    `${right};a=1`,
  ]);
}

/** Returns a valid value with one leaf, member or type changed. */
export function broken(value, choices) {
  const { below, pick, chance } = choices;
  if (Array.isArray(value) && value.length > 0 && chance(0.7)) {
    const copy = [...value];
    copy[below(copy.length)] = broken(pick(copy), choices);
    return copy;
  }
  if (value && typeof value === "object" && chance(0.8)) {
    const copy = { ...value };
    const keys = Object.keys(copy);
    if (keys.length > 0 && chance(0.7)) copy[pick(keys)] = broken(copy[pick(keys)], choices);
    else Object.defineProperty(copy, pick(["slug", "seats", "items", "tire", "__proto__", "x"]), own(pick(NASTY)));
    return copy;
  }
  return pick([null, -1, 0, 1e308, 1.5, "x", [], {}, true, [[]], { $ne: null }, pick(NASTY), deep(below(300))]);
}

/** Makes "__proto__" an ordinary member. */
const own = (value) => ({ value, enumerable: true, configurable: true, writable: true });

/** Returns nested arrays or objects. */
export function deep(levels) {
  let value = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}
