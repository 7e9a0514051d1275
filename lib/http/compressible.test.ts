import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { namePlainly } from "./compressible";

const seen: unknown[] = [];
const server = createServer((_request, response) => {
  namePlainly(response);
  response.setHeader("Content-Type", ["application/json; charset=utf-8"]);
  response.setHeader("Vary", ["rsc"]);
  response.setHeader("Set-Cookie", ["a=1", "b=2"]);
  seen.push(response.getHeader("content-type"), response.getHeader("vary"));
  response.end("{}");
});
afterAll(() => server.close());

test("a media type is one text, and other headers stay as they are", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(seen).toEqual(["application/json; charset=utf-8", ["rsc"]]);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});
