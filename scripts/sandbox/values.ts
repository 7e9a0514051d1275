import * as z from "zod";

/** Names that the SDK's own types know; a name that they lack does not compile. */
export type Known<P> = { [K in keyof P]?: z.ZodType };

/** What an enumeration of the SDK lists; its types admit any other text besides. */
export type Listed<T> = T extends "" ? never : T extends string ? (string & {} extends T ? never : T) : never;

/** Every name that the SDK documents, and for an enumeration no value that it does not. */
export type Whole<P> = {
  [K in keyof P]-?: [Listed<P[K]>] extends [never] ? z.ZodType : z.ZodType<Listed<P[K]> | null>;
};

/** An enumeration of the SDK; a value too many or too few does not compile. */
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
