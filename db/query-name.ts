/** Returns the text of a statement in a driver's format: a text, or an object with it. */
export function statementText(statement: unknown): string {
  return typeof statement === "string" ? statement : String(Object(statement).text ?? "");
}

/** Returns a statement's verb and table: `select products`. Contains neither its values nor its text. */
export function queryName(statement: unknown): string {
  const text = statementText(statement);
  const [, does = "query"] =
    /^\s*(?:with\b[\s\S]*?\)\s*)?\b(select|insert|update|delete|begin|commit|rollback|set)\b/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(?:public"?\.)?"?([a-z_]{1,40})\b/i.exec(text) ?? [];
  return [does.toLowerCase(), ...(table ? [table] : [])].join(" ");
}
