export interface RequestParts {
  method: string;
  /** Path and query, without the origin. */
  address: string;
  body: Record<string, unknown> | null;
}

/** Returns the HTTP request for an input: names in braces go to the path, the rest to the query or the body. */
export function requestOf(
  { method, path }: { method: string; path: string },
  input: Readonly<Record<string, unknown>>,
): RequestParts {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== ""));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value ?? ""));
  });
  if (method !== "GET") return { method, address: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, queryText(value)]));
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return { method, address: text ? `${filled}?${text}` : filled, body: null };
}

export function queryText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
