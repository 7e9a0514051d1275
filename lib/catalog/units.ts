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
  "collaborator",
  "contributor",
  "employee",
  "responder",
  "operator",
  "technician",
  "creator",
]);

/** Returns true for a price unit that counts people, such as `user/month`. */
export function isSeatUnit(priceUnit: string | null): boolean {
  return priceUnit !== null && SEAT_UNITS.has(priceUnit.split("/")[0] ?? "");
}

/**
 * Returns a unit's basis; prices with equal bases are comparable. It is `seat/month` for people by any name,
 * `account/month` for a price of the whole account, otherwise the unit itself. Returns null if the unit is unknown.
 */
export function unitBasis(priceUnit: string | null): string | null {
  if (priceUnit === null) return null;
  if (priceUnit === "month") return "account/month";
  const [noun, ...period] = priceUnit.split("/");
  return isSeatUnit(noun ?? null) ? ["seat", ...period].join("/") : priceUnit;
}

/** Returns the price for a team: a price per person times its people, any other price unchanged. */
export function priceForTeam(price: number, priceUnit: string | null, seats: number | null): number {
  return seats !== null && isSeatUnit(priceUnit) ? price * seats : price;
}
