/**
 * Returns a tier's identifier, which is equal across sources: "BUSINESS_PLUS", "Business+" and "Business Plus plan"
 * all give `business-plus`. In a name without Latin letters, each word becomes a short code.
 */
export function tierId(name: string): string {
  const id = latinId(name);
  // Without Latin letters, "Про 2" and "Бизнес 2" would both become "2".
  return /[a-z]/.test(id) ? id : latinId(name.normalize("NFKC").replace(OTHER_SCRIPT, codeOf)) || "tier";
}

function latinId(name: string): string {
  return name
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
}

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*/gu;

/** FNV-1a. */
function codeOf(word: string): string {
  let hash = 0x811c9dc5;
  for (const letter of word.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return ` x${hash.toString(36)} `;
}
