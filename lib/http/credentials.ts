import type { Asked } from "./answer";

/** Name of the query parameter for a key. */
export const KEY_PARAMETER = "key";

const BEARER = /^Bearer +(\S+) *$/i;

/** Returns every different API key of a request, in the query or as Bearer. Other schemes are ignored. */
export function presentedKeys({ url, header }: Pick<Asked, "url" | "header">): string[] {
  const query = url.searchParams.getAll(KEY_PARAMETER);
  const bearer = BEARER.exec(header("authorization") ?? "")?.[1] ?? "";
  return [...new Set([...query, bearer])].filter((key) => key !== "");
}

/** Returns the query without the key. */
export function withoutKey(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(KEY_PARAMETER);
  return rest;
}
