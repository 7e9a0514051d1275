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

/** True for a price unit that counts people, such as `user/month`. */
export function isSeatUnit(priceUnit: string | null): boolean {
  return priceUnit !== null && SEAT_UNITS.has(priceUnit.split("/")[0] ?? "");
}

/**
 * What a unit counts, so that prices in equal ones can stand side by side: `seat/month` for people by any name,
 * `account/month` for a price of the whole account, else the unit itself. Null where no unit is known.
 */
export function unitBasis(priceUnit: string | null): string | null {
  if (priceUnit === null) return null;
  if (priceUnit === "month") return "account/month";
  const [noun, ...period] = priceUnit.split("/");
  return isSeatUnit(noun ?? null) ? ["seat", ...period].join("/") : priceUnit;
}

/** The price for a team: a price per person is multiplied by its people, any other price is not. */
export function priceForTeam(price: number, priceUnit: string | null, seats: number | null): number {
  return seats !== null && isSeatUnit(priceUnit) ? price * seats : price;
}
