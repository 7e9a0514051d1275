import type { FieldError } from "@/lib/errors";

export interface FieldsProps {
  product: string;
  typed?: Readonly<Record<string, string>>;
  errors?: readonly FieldError[];
}

/** Returns the common attributes of a form's fields: the typed value, and the error below each field. */
export function faultyFields(form: string, { typed = {}, errors = [] }: Pick<FieldsProps, "typed" | "errors">) {
  const faultOf = (path: string) => errors.find((error) => error.path === path)?.message;
  return {
    common: (name: string) => ({
      id: `${form}-${name}`,
      name,
      defaultValue: typed[name],
      "aria-invalid": faultOf(name) ? (true as const) : undefined,
      "aria-describedby": faultOf(name) ? `${form}-${name}-fault` : undefined,
    }),
    fault: (name: string) =>
      faultOf(name) ? (
        <p id={`${form}-${name}-fault`} className="fault">
          {faultOf(name)}
        </p>
      ) : null,
  };
}

/** A hidden field that only bots fill in. */
export function Trap({ form }: { form: string }) {
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={`${form}-website`}>Leave this empty</label>
      <input id={`${form}-website`} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
