import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/**
 * Next writes the media type of a route's response as a list of one. Its own compression does not recognise that as
 * text, so without this no response of the API is compressed.
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
