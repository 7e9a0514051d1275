import type { AnswerField } from "@/lib/openapi/answer-fields";
import { Prose } from "./prose";

/** Lists the members of a response or a shape. Each shape is described once, on its own page. */
export function AnswerTable({ fields, here = false }: { fields: readonly AnswerField[]; here?: boolean }) {
  return (
    <table className="ledger ledger-stack members">
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.filter(tellsMore).map((field) => (
          <tr key={field.name}>
            <th scope="row">
              {field.name ? <code>{field.name}</code> : "One of"}
              <small>
                <Type field={field} here={here} />
              </small>
            </th>
            <td>{field.description === "" ? null : <Prose text={field.description} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns false for an object that needs no row: it is always present, has no description, and its members are listed.
 */
function tellsMore({ name, type, nullable, always, description }: AnswerField, _: number, all: readonly AnswerField[]) {
  const isPlain = type === "object" && always && !nullable && description === "";
  return !isPlain || !all.some((other) => other.name.startsWith(`${name}.`));
}

function Type({ field: { type, shapes, nullable, always }, here }: { field: AnswerField; here: boolean }) {
  const notes = [nullable ? ", or null" : "", always ? "" : ", may be absent"].join("");
  if (shapes.length === 0) return `${type}${notes}`;
  return (
    <>
      {type === "one of" ? "" : `${type} `}
      {shapes.map((name, index) => [
        index > 0 ? " or " : "",
        <a key={name} href={`${here ? "" : "/docs/shapes"}#${name}`}>
          {name}
        </a>,
      ])}
      {notes}
    </>
  );
}
