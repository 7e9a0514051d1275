/**
 * Returns a tier's identifier, which is equal across sources: "BUSINESS_PLUS", "Business+" and "Business Plus plan"
 * all give `business-plus`. A word in another script than Latin becomes a short code, so that each such name has its own.
 */
export function tierId(name: string): string {
  const id = name
    .normalize("NFKC")
    .replace(OTHER_SCRIPT, (word) => ` ${codeOf(word.toLowerCase())} `)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/['’]/g, "")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(/ (plan|tier|edition|package)$/, "")
    .replace(/^the /, "")
    .trim()
    .replace(/ /g, "-");
  return id || "tier";
}

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*/gu;

/** FNV-1a. */
function codeOf(word: string): string {
  let hash = 0x811c9dc5;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `x${hash.toString(36)}`;
}
