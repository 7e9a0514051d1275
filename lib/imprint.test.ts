import { expect, test } from "vitest";
import { readEnv } from "./env";
import { missingFromImprint } from "./imprint";

function read(variables: Record<string, string>) {
  const { operator, contactEmail } = readEnv(variables);
  return { ...operator, email: contactEmail ?? null };
}

test("an operator is what the configuration says, line by line, and never more", () => {
  const whole = read({
    OPERATOR_NAME: " Acme Ltd ",
    OPERATOR_ADDRESS: "1 Example Street | 12345 Example Town|  Exampleland ",
    OPERATOR_DETAILS: "",
    CONTACT_EMAIL: "hello@example.com",
  });
  expect(whole).toEqual({
    name: "Acme Ltd",
    address: ["1 Example Street", "12345 Example Town", "Exampleland"],
    details: [],
    email: "hello@example.com",
  });
  expect(missingFromImprint(whole)).toEqual([]);
  expect(read({})).toEqual({ name: null, address: [], details: [], email: null });
});

test("what is missing is named by its variable", () => {
  expect(missingFromImprint(read({}))).toEqual(["OPERATOR_NAME", "OPERATOR_ADDRESS", "CONTACT_EMAIL"]);
  expect(missingFromImprint(read({ OPERATOR_NAME: "Acme Ltd", OPERATOR_ADDRESS: " | " }))).toEqual([
    "OPERATOR_ADDRESS",
    "CONTACT_EMAIL",
  ]);
});
