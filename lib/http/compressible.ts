import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/**
 * Next writes the media type of a route's answer as a list of one, which its own compression does not know for text,
 * so that no answer of the API was ever compressed.
 */
export function nameMediaTypesPlainly(): void {
  beforeEachRequest(
    "media-types",
    () => null,
    (_request, response) => namePlainly(response),
  );
}

export function namePlainly(response: Pick<ServerResponse, "setHeader">): void {
  const set = response.setHeader;
  response.setHeader = function (name, value) {
    const [only, ...others] = Array.isArray(value) && name.toLowerCase() === "content-type" ? value : [];
    return set.call(this, name, only !== undefined && others.length === 0 ? only : value);
  };
}
