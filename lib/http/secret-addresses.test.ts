import { expect, test } from "vitest";
import { discreetAddress } from "./secret-addresses";

const KEY = `pi_live_${"a1".repeat(21)}b`;
const TOKEN = "0123456789abcdef".repeat(4);

test.each([
  [`/api/v2/bulk?key=${KEY}&category=crm`, `/api/v2/bulk?key=${KEY}&category=crm`],
  [`/api/v2/bulk/?key=${KEY}`, `/api/v2/bulk?key=${KEY}`],
  [`//api//v2/bulk//?key=${KEY}`, `/api/v2/bulk?key=${KEY}`],
  [`/files/${TOKEN}/`, `/files/${TOKEN}`],
  [`/files//${TOKEN}?x=//`, `/files/${TOKEN}?x=//`],
])("%s, which opens something, is read as %s", (url, read) => {
  expect(discreetAddress(url)).toBe(read);
});

test.each([
  [`/pricing/?key=${KEY}`, "/pricing/?key=pi_live_redacted"],
  [`/API/v2/bulk?key=${KEY.toUpperCase()}`, "/API/v2/bulk?key=pi_live_redacted"],
  [`//x/${KEY}?${KEY}=1`, "//x/pi_live_redacted?pi_live_redacted=1"],
  ["/a//b/?c=d", "/a//b/?c=d"],
])("%s, where a key opens nothing, is read as %s", (url, read) => {
  expect(discreetAddress(url)).toBe(read);
});
