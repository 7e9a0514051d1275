import { DrizzleQueryError } from "drizzle-orm/errors";
import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { secretHash } from "./billing/download-token";
import { formatLine, logger, redact } from "./logger";

test("a URL's user and password never reach the log", () => {
  expect(redact("cannot reach postgres://root:p@ss:w0rd@db.example.com:5432/x?a=1")).toBe(
    "cannot reach postgres://[redacted]@db.example.com:5432/x?a=1",
  );
  expect(redact("see https://example.com/@user")).toBe("see https://example.com/@user");
});

test("secrets are taken out of nested fields and of errors with their causes", () => {
  const error = new Error("refused", { cause: new Error("at postgres://u:hunter2@h/x") });
  const line = formatLine("error", "boot", { error, headers: { Authorization: "Bearer hunter2" } });
  expect(line).not.toContain("hunter2");
  expect(JSON.parse(line)).toMatchObject({ level: "error", message: "boot", error: { message: "refused" } });
});

test("an API key and the token of a download link never reach the log, wherever they stand", () => {
  const key = `pi_live_${"aZ09".repeat(11)}`.slice(0, 51);
  const token = "0123456789abcdef".repeat(4);
  const fields = {
    path: `/api/v2/bulk?key=${key}`,
    link: `https://prices.example/files/${token}?x=1`,
    [key]: { list: [key, `%2Ffiles%2F${token}`] },
    error: new Error(`no ${key}`, { cause: new Error(`/files/${token}`) }),
  };
  const line = formatLine("error", `refused ${key} at /files/${token}`, fields);
  expect(line).not.toContain(key.slice(0, 16));
  expect(line).not.toContain(token.slice(0, 16));
  expect(JSON.parse(line)).toMatchObject({ link: "https://prices.example/files/[redacted]?x=1" });
  expect(redact("sha256 0123456789abcdef0123456789abcdef")).toBe("sha256 0123456789abcdef0123456789abcdef");
});

test("keys of the payment service, claims and signatures never reach the log", () => {
  const secrets = [
    "sk_live_51Hx9yz",
    "rk_test_abc123",
    "whsec_Zm9v+YmFy/w==",
    "claim-of-a-browser",
    "t=1,v1=5257a869e7",
  ];
  const [live, restricted, endpoint, claim, signature] = secrets;
  const line = formatLine("error", `Invalid API Key provided: ${live}`, {
    cause: new Error(`refused ${restricted}`, { cause: new Error(`signed with ${endpoint}`) }),
    claim,
    claimHash: secretHash(claim ?? ""),
    headers: { "stripe-signature": signature },
  });
  for (const secret of [...secrets, secretHash(claim ?? "")]) expect(line).not.toContain(secret);
  expect(redact("masked sk_test_****abcd is masked")).toBe("masked sk_test_[redacted] is masked");
});

test("an error of the payment service is logged by its words, without request, headers or body", () => {
  const error = new Stripe.errors.StripeAuthenticationError({
    type: "invalid_request_error",
    message: "Invalid API Key provided: sk_test_51Hx9yz",
    headers: { authorization: "Bearer sk_test_51Hx9yz" },
    payment_intent: { client_secret: "pi_123_secret_456" },
  } as never);
  const line = formatLine("error", "refused", { cause: error });
  expect(line).toContain("Invalid API Key provided");
  expect(line).not.toMatch(/51Hx9yz|secret_456|Bearer/);
});

test("what a failed query was asked with never reaches the log", () => {
  const error = new DrizzleQueryError('select * from "sessions" where "session_token" = $1', [
    "a-session\nof-somebody",
  ]);
  const line = formatLine("error", error.message, { error, nested: { cause: error } });
  expect(line).toContain("session_token");
  expect(line).not.toMatch(/a-session|of-somebody/);
  expect(JSON.parse(line).error.stack).toMatch(/\n {4}at /);
});

test("a terminal is not moved by what a line quotes", () => {
  const line = formatLine("info", "read \u009b2J", { name: "\u202eorP\u001b[2J\u007f" });
  expect(line).not.toMatch(/\p{Cc}|\u202e/u);
  expect(JSON.parse(line)).toMatchObject({ message: "read \u009b2J", name: "\u202eorP\u001b[2J\u007f" });
});

test("writes a message at most 60 times a minute and counts the lines it leaves out", () => {
  const lines: { message: string; linesLeftOut?: number }[] = [];
  const warn = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(JSON.parse(String(line))));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T10:00:00Z") });
  for (let sent = 0; sent < 1_000; sent += 1) logger.warn("an example request was refused", { sent });
  logger.warn("another example");
  expect(lines).toHaveLength(61);
  vi.setSystemTime(new Date("2026-11-29T10:01:00Z"));
  logger.warn("another example");
  logger.warn("an example request was refused");
  logger.warn("an example request was refused");
  vi.useRealTimers();
  warn.mockRestore();
  const [another, counted, next] = lines.slice(61);
  expect([another, counted, next].map((line) => line?.linesLeftOut)).toEqual([undefined, 940, undefined]);
});
