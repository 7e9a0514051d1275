import { env } from "./env";

/** Who answers for this deployment. Nothing here is made up: what its configuration does not say is not known. */
export interface Imprint {
  name: string | null;
  /** Lines of a postal address. */
  address: readonly string[];
  /** Register, tax number, or whatever else the law wants named. */
  details: readonly string[];
  email: string | null;
}

export function imprint(): Imprint {
  const { operator, contactEmail } = env();
  return { ...operator, email: contactEmail ?? null };
}

/** The variables that a deployment has still to set before its readers know whom they deal with. */
export function missingFromImprint({ name, address, email }: Imprint): string[] {
  return [
    ...(name === null ? ["OPERATOR_NAME"] : []),
    ...(address.length === 0 ? ["OPERATOR_ADDRESS"] : []),
    ...(email === null ? ["CONTACT_EMAIL"] : []),
  ];
}
