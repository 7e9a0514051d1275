import { describe, expect, test } from "vitest";
import { requirePageRequest } from "./page-requests";

const SITE = "https://pricing.example.com";
const ID = "40b64d4e095014dae6f0179f2595ec62b7408da832";
const OWN = { origin: SITE, host: "pricing.example.com" };
const FORM = "multipart/form-data; boundary=part";

type Fields = Record<string, string>;

function multipart(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--part--\r\n`;
}

/** Returns the status with which a request for a page is refused; null if it is accepted. */
async function refusal(path: string, init: RequestInit): Promise<number | null> {
  const asked = requirePageRequest(new Request(SITE + path, init), path, SITE);
  return asked.then(
    () => null,
    (error: { status: number }) => error.status,
  );
}

const sent = (body: string, headers: Fields = {}) => ({
  method: "POST",
  headers: { ...OWN, "content-type": FORM, ...headers },
  body,
});
const byScript = (fields: Fields, headers: Fields = {}) => sent(multipart(fields), { "next-action": ID, ...headers });

describe("a page", () => {
  test("is read, and answers to no other method", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await refusal("/terms", { method })).toBeNull();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(await refusal("/terms", { method })).toBe(405);
    const urlencoded = { ...sent("a=b"), headers: { ...OWN, "content-type": "application/x-www-form-urlencoded" } };
    expect(await refusal("/sign-in", urlencoded)).toBe(405);
    for (const path of ["/report", "/watch", "/checkout/start"]) expect(await refusal(path, urlencoded)).toBeNull();
  });

  test("takes its forms as React and a browser without scripts send them", async () => {
    expect(await refusal("/sign-in", byScript({ "1_email": "a@example.com", "0": '["$K1"]' }))).toBeNull();
    const said = '{"text":"$$5 more","good":true,"customer":"cus_1"}';
    expect(await refusal("/account", byScript({ "1_customer": "cus_1", "0": `[${said},"$K1"]` }))).toBeNull();
    const asked = byScript({ "1_session_id": "cs_1", "0": '[null,"$K1"]' });
    expect(await refusal("/checkout/success", asked)).toBeNull();
    expect(await refusal("/sign-in", sent(multipart({ [`$ACTION_ID_${ID}`]: "", email: "a@example.com" })))).toBeNull();
    const nothing = { "next-action": `00${ID.slice(2)}`, "content-type": "text/plain;charset=UTF-8" };
    expect(await refusal("/account", sent("[]", nothing))).toBeNull();
    const bound = { $ACTION_REF_1: "", "$ACTION_1:0": `{"id":"${ID}","bound":"$@1"}`, "$ACTION_1:1": "[null]" };
    expect(await refusal("/account", sent(multipart({ ...bound, $ACTION_KEY: "k1" })))).toBeNull();
  });

  test.each<[string, RequestInit]>([
    ["of another site", byScript({ "0": '["$K1"]' }, { origin: "https://evil.example" })],
    ["of an origin that is none", byScript({ "0": '["$K1"]' }, { origin: "x", "sec-fetch-site": "same-origin" })],
    ["asked for elsewhere", byScript({ "0": '["$K1"]' }, { "x-forwarded-host": "evil.example" })],
    ["of nobody", byScript({ "0": '["$K1"]' }, { origin: "" })],
    ["with a name that is no action's", byScript({ "0": '["$K1"]' }, { "next-action": "constructor" })],
    ["without a boundary", byScript({ "0": '["$K1"]' }, { "content-type": "multipart/form-data" })],
    ["as text", sent('["$K1"]', { "next-action": ID, "content-type": "text/plain" })],
    [
      "as text, with more than nothing",
      sent("[1]", { "next-action": `00${ID.slice(2)}`, "content-type": "text/plain" }),
    ],
    ["without what it takes", sent("[]", { "next-action": ID, "content-type": "text/plain" })],
    ["broken off", sent(multipart({ "0": '["$K1"]' }).slice(0, 30), { "next-action": ID })],
    ["empty", sent("", { "next-action": ID })],
    ["without a call", byScript({ "1_email": "a@example.com" })],
    ["whose call is not JSON", byScript({ "0": "[-" })],
    ["whose call holds no form", byScript({ "0": "[]" })],
    ["whose call leads elsewhere", byScript({ "0": '["$1:__proto__:x","$K1"]' })],
    ["with more than the form", byScript({ "0": '[null,"$K1"]' })],
    ["bound to nothing", sent(multipart({ $ACTION_REF_1: "" }))],
    ["bound to what is no action", sent(multipart({ $ACTION_REF_1: "", "$ACTION_1:0": '{"id":"x","bound":null}' }))],
    ["without an action's id", sent(multipart({ $ACTION_ID_x: "" }))],
  ])("refuses a form %s", async (_, init) => {
    expect(await refusal("/sign-in", init)).toBe(400);
  });

  test("reads no form to its end that is larger than any", async () => {
    expect(await refusal("/sign-in", byScript({ pad: "p".repeat(70_000), "0": '["$K1"]' }))).toBe(413);
  });
});
