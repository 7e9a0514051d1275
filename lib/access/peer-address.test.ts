import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { peerHeader } from "./peer-address";

test("the socket's address replaces whatever the client sent under that name", async () => {
  const header = peerHeader();
  const server = createServer((incoming, response) => response.end(String(incoming.headers[header])));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const seen = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ port, host: "127.0.0.1", headers: { [header]: "198.51.100.1" } }, (response) => {
        response.setEncoding("utf8").once("data", resolve);
      });
      outgoing.once("error", reject).end();
    });
    expect(seen).toBe("127.0.0.1");
  } finally {
    server.close();
  }
});

test("the name is the same for the whole process and cannot be guessed", () => {
  expect(peerHeader()).toBe(peerHeader());
  expect(peerHeader()).toMatch(/^x-peer-[0-9a-f]{32}$/);
});
