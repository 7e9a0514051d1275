import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readJsonObject, readText } from "./body";
import { incomingText } from "./incoming-body";

test("a body whose sender breaks off is the sender's error", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  const asked = { header: (name: string) => request.headers.get(name), text: () => readText(request) };
  await expect(readJsonObject(asked)).rejects.toMatchObject({ code: "invalid_request", message: /connection closed/ });
});

test.each<[string, (sent: PassThrough) => void, object]>([
  ["breaks off", (sent) => sent.destroy(), { code: "invalid_request", message: /connection closed/ }],
  ["sends more than a body may hold", (sent) => sent.end(Buffer.alloc(65 * 1024)), { code: "payload_too_large" }],
  ["sends what is no UTF-8", (sent) => sent.end(Buffer.from([0xff])), { code: "invalid_request", message: /UTF-8/ }],
])("who %s to the server itself is told so as by a route", async (_, send, error) => {
  const incoming = new PassThrough();
  const text = incomingText(incoming as never);
  send(incoming);
  await expect(text).rejects.toMatchObject(error);
});
