const SEAT_UNITS = new Set([
  "user",
  "seat",
  "member",
  "agent",
  "editor",
  "developer",
  "person",
  "license",
  "licence",
  "host seat",
  "collaborator",
  "contributor",
  "employee",
  "responder",
  "operator",
  "technician",
  "creator",
]);

const ACCOUNT_UNITS = new Set(["account", "workspace", "organization", "organisation", "company", "team", "business"]);

/** Returns true for a unit that means the buyer's whole account. */
export function isAccountUnit(unit: string | null): boolean {
  return unit !== null && ACCOUNT_UNITS.has(unit);
}

/** Returns true for a price unit that counts people, such as `user/month`. */
export function isSeatUnit(priceUnit: string | null): boolean {
  return priceUnit !== null && SEAT_UNITS.has(priceUnit.split("/")[0] ?? "");
}

/**
 * Returns a unit's basis; prices with equal bases are comparable. It is `seat/month` for people by any name,
 * `account/month` for the whole account by any name, otherwise the unit itself. Returns null if the unit is unknown.
 */
export function unitBasis(priceUnit: string | null): string | null {
  if (priceUnit === null) return null;
  if (priceUnit === "month") return "account/month";
  const [noun, ...period] = priceUnit.split("/");
  if (isSeatUnit(noun ?? null)) return ["seat", ...period].join("/");
  return isAccountUnit(noun ?? null) ? ["account", ...period].join("/") : priceUnit;
}

/** Returns the price for a team: a price per person times its people, any other price unchanged. */
export function priceForTeam(price: number, priceUnit: string | null, seats: number | null): number {
  return seats !== null && isSeatUnit(priceUnit) ? price * seats : price;
}
