import { expect, test } from "vitest";
import { readJsonObject } from "./body";

test("a body whose sender breaks off is the sender's error", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://x", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  await expect(readJsonObject(request)).rejects.toMatchObject({ code: "invalid_request", message: /broke off/ });
});
