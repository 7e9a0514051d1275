import type { ServerResponse } from "node:http";
import { beforeEachRequest } from "@/lib/access/each-request";

/** Answered as a page or as Markdown, as the reader likes: see the rewrites. */
const NEGOTIATED = /^\/software\/[^/?]+\/[^/?]+\/?(?:\?|$)/;

/** Next writes what a kept page varies by over what the configuration says of it. */
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
