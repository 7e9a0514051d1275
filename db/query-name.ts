/** Of a statement as a driver is given it: its text, or an object that holds it. */
export function statementText(statement: unknown): string {
  return typeof statement === "string" ? statement : String(Object(statement).text ?? "");
}

/** What a statement does, and to which table: `select products`. Nothing of its values, nor its text. */
export function queryName(statement: unknown): string {
  const text = statementText(statement);
  const [, does = "query"] =
    /^\s*(?:with\b[\s\S]*?\)\s*)?\b(select|insert|update|delete|begin|commit|rollback|set)\b/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(?:public"?\.)?"?([a-z_]{1,40})\b/i.exec(text) ?? [];
  return [does.toLowerCase(), ...(table ? [table] : [])].join(" ");
}
