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
