import Stripe from "stripe";
import { expect, test } from "vitest";
import { isBadSignature, isMissing, publicStripeError } from "./stripe";

const { errors } = Stripe;
const raw = (type: string, code?: string) => ({ type, code, message: "x" }) as Stripe.StripeRawError;
const missing = new errors.StripeInvalidRequestError(raw("invalid_request_error", "resource_missing"));
const unreachable = new errors.StripeConnectionError(raw("api_error"));

/** Returns an error like those of another copy of the SDK's classes. */
const copyOf = (error: Error) => Object.assign(new Error(error.message), error);

test.each([
  ["of this copy of the SDK", (error: Error) => error],
  ["of another copy of the SDK", copyOf],
])("an error %s is known for what it is", (_, made) => {
  expect([isMissing(made(missing)), isMissing(made(unreachable))]).toEqual([true, false]);
  expect(publicStripeError(made(unreachable))).toMatchObject({ code: "unavailable", retryAfter: 30 });
  expect(publicStripeError(made(missing))).toMatchObject({ code: "internal" });
  const forged = new errors.StripeSignatureVerificationError("", "", {} as never);
  expect([isBadSignature(made(forged)), isBadSignature(made(missing))]).toEqual([true, false]);
});

test("an error of somebody else is left as it is", () => {
  for (const error of [new TypeError("x"), Object.assign(new Error("x"), { type: "entity.too.large" }), null, "x"]) {
    expect(publicStripeError(error)).toBe(error);
    expect([isMissing(error), isBadSignature(error)]).toEqual([false, false]);
  }
});
