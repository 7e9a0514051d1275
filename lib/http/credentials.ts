import type { Asked } from "./answer";

/** Name of the parameter that may carry a key. */
export const KEY_PARAMETER = "key";

const BEARER = /^Bearer +(\S+) *$/i;

/** Every different API key that a request carries, in the query or as Bearer. Another scheme is not read. */
export function presentedKeys({ url, header }: Pick<Asked, "url" | "header">): string[] {
  const query = url.searchParams.getAll(KEY_PARAMETER);
  const bearer = BEARER.exec(header("authorization") ?? "")?.[1] ?? "";
  return [...new Set([...query, bearer])].filter((key) => key !== "");
}

/** The query without the key. */
export function withoutKey(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(KEY_PARAMETER);
  return rest;
}
