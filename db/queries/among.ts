import { type SQL, sql } from "drizzle-orm";

/** Returns the condition that a column is one of `values`, however many there are. */
export function among(column: SQL, values: readonly string[]): SQL {
  return sql`${column} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
