import * as z from "zod";

/** Allows only names that the SDK's types know. Any other name does not compile. */
export type Known<P> = { [K in keyof P]?: z.ZodType };

/** The documented values of an SDK enumeration, whose type also allows any other string. */
export type Listed<T> = T extends "" ? never : T extends string ? (string & {} extends T ? never : T) : never;

/** Requires every name that the SDK documents, and allows only documented values of an enumeration. */
export type Whole<P> = {
  [K in keyof P]-?: [Listed<P[K]>] extends [never] ? z.ZodType : z.ZodType<Listed<P[K]> | null>;
};

/** Validates an SDK enumeration. An additional or a missing value does not compile. */
export const listed =
  <T extends string>() =>
  <const V extends readonly Listed<T>[]>(...values: V & ([Listed<T>] extends [V[number]] ? unknown : never)) =>
    z.enum(values as V);

export const INVALID_INTEGER = "Invalid integer";

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, INVALID_INTEGER)
  .transform(Number);
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const cleared = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === "" ? null : value), inner.nullable());
export const some = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject(shape).partial();
