import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tellWhatIsNegotiated } from "./negotiated";

tellWhatIsNegotiated();
const server = createServer((_request, response) => {
  response.setHeader("Vary", "Accept");
  // As Next does, followed by its compression.
  response.setHeader("vary", ["rsc, next-router-prefetch"]);
  response.setHeader("Vary", `${response.getHeader("vary")}, Accept-Encoding`);
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

test.each([
  ["/software/team-chat/slack", "rsc, next-router-prefetch, Accept, Accept-Encoding"],
  ["/software/team-chat/slack?x=/", "rsc, next-router-prefetch, Accept, Accept-Encoding"],
  ["/software/team-chat/slack.md", "rsc, next-router-prefetch, Accept, Accept-Encoding"],
  ["/software/team-chat", "rsc, next-router-prefetch, Accept-Encoding"],
  ["/search?q=/software/a/b", "rsc, next-router-prefetch, Accept-Encoding"],
])("%s varies by %s", async (path, vary) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  expect(response.headers.get("vary")).toBe(vary);
});
