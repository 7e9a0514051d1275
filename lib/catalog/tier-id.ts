/**
 * Returns a tier's identifier, which is equal across sources: "BUSINESS_PLUS", "Business+" and "Business Plus plan"
 * all give `business-plus`.
 */
export function tierId(name: string): string {
  const id = name
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
