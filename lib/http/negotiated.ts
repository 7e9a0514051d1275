import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/** Served as a page or as Markdown, depending on the Accept header: see the rewrites. */
const NEGOTIATED = /^\/software\/[^/?]+\/[^/?]+\/?(?:\?|$)/;

/** Adds Accept to the Vary header. Next overwrites the configured Vary header of a cached page. */
export function tellWhatIsNegotiated(): void {
  beforeEachRequest(
    "negotiated",
    () => null,
    ({ url = "" }, response) => {
      if (NEGOTIATED.test(url)) varyByAccept(response);
    },
  );
}

export function varyByAccept(response: Pick<ServerResponse, "setHeader">): void {
  const set = response.setHeader;
  response.setHeader = function (name, value) {
    if (name.toLowerCase() !== "vary") return set.call(this, name, value);
    const named = String(value).split(/, ?/);
    return set.call(this, name, named.some((one) => /^accept$/i.test(one)) ? value : [...named, "Accept"].join(", "));
  };
}
