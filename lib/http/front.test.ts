import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { DOOR, openDoor } from "./door";
import { front } from "./front";

const SETTINGS = { siteName: "Acme Prices", siteUrl: "https://prices.example.com", trustedProxies: 1 };

test.each(["/api/v2/tco", "/mcp"])(
  "a connection that brought too large a body to %s has its next request answered",
  async (path) => {
    const server = createServer();
    openDoor(
      server,
      front(async () => {}, Promise.resolve()),
      DOOR,
      SETTINGS,
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += String(data))).on("error", () => {});
    const head = ["Host: localhost", "Content-Type: application/json", "Accept: application/json, text/event-stream"];
    const request = `${[`POST ${path} HTTP/1.1`, ...head, "Content-Length: 200000"].join("\r\n")}\r\n\r\n${"x".repeat(200_000)}`;
    socket.write(request + request);
    await expect
      .poll(() => text.match(/HTTP\/1\.1 \d+/g), { timeout: 5_000 })
      .toEqual(["HTTP/1.1 413", "HTTP/1.1 413"]);
    socket.destroy();
    server.close();
  },
);

test("a redirect that Next writes twice has one Location header", async () => {
  const redirects = front(async (_, response) => {
    response.statusCode = 308;
    response.setHeader("location", "/terms");
    response.appendHeader("Location", "/terms");
    response.appendHeader("vary", "rsc");
    response.end();
  }, Promise.resolve());
  const server = createServer((request, response) => void redirects.serve(request, response, () => "bucket"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  socket.write("GET /moved HTTP/1.1\r\nHost: prices.example.com\r\nConnection: close\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  server.close();
  expect(text.match(/^location: .*$/gim)).toEqual([expect.stringMatching(/: \/terms$/)]);
  expect(text).toMatch(/^vary: rsc$/m);
});
