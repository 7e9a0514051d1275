import { env } from "./env";

/**
 * The operator of this deployment. All of it comes from the configuration, and anything that is not set there is
 * unknown.
 */
export interface Imprint {
  name: string | null;
  /** Lines of a postal address. */
  address: readonly string[];
  /** Register, tax number, or anything else that the law requires. */
  details: readonly string[];
  email: string | null;
}

export function imprint(): Imprint {
  const { operator, contactEmail } = env();
  return { ...operator, email: contactEmail ?? null };
}

/** Returns the variables that a deployment still has to set so that its readers know the operator. */
export function missingFromImprint({ name, address, email }: Imprint): string[] {
  return [
    ...(name === null ? ["OPERATOR_NAME"] : []),
    ...(address.length === 0 ? ["OPERATOR_ADDRESS"] : []),
    ...(email === null ? ["CONTACT_EMAIL"] : []),
  ];
}
