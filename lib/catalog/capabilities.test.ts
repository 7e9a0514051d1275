import { expect, test } from "vitest";
import { capabilitySentence } from "@/lib/format/capabilities";
import type { Observation } from "@/lib/schemas/observation";
import { type Statement, statementIn } from "./capabilities";
import { reduce } from "./reduce";
import { observe, paid, SOURCES, tier } from "./testing/observations";

const record = (observations: readonly Observation[], asOf = "2026-02-01") =>
  reduce(observations, { asOf, sources: SOURCES });
const known = (observations: readonly Observation[], asOf?: string) => record(observations, asOf)?.capabilities;
const plans = (tiers: ReturnType<typeof tier>[], from: object = {}) =>
  observe({ kind: "plans", currency: "USD", complete: true, tiers }, from);

test.each<[string, "sso" | "scim" | "audit_log", Statement | null]>([
  ["SAML SSO", "sso", "included"],
  ["Single sign-on", "sso", "included"],
  ["Single Sign On (SAML, Google)", "sso", "included"],
  ["Google SSO", "sso", null],
  ["SSO not included", "sso", "denied"],
  ["No SSO", "sso", "denied"],
  ["Everything in Pro except SSO", "sso", "denied"],
  ["Audit log, no SSO", "sso", "denied"],
  ["Audit log, no SSO", "audit_log", "included"],
  ["SSO and SCIM aren't included", "sso", "denied"],
  ["SSO (coming soon)", "sso", "denied"],
  ["SSO available as an add-on", "sso", "sold_apart"],
  ["Optional SAML for purchase", "sso", "sold_apart"],
  ["SCIM provisioning", "scim", "included"],
  ["User provisioning", "scim", "included"],
  ["Zero touch provisioning of phones", "scim", null],
  ["Audit trails", "audit_log", "included"],
  ["Admin audit logs", "audit_log", "included"],
  ["Security audit", "audit_log", null],
  ["Dashboards", "sso", null],
])("%j says of %s: %s", (words, capability, expected) => {
  expect(statementIn(words, capability)).toBe(expected);
});

test("names the tiers that state a capability, in price order, with evidence", () => {
  const shown = record([
    plans([
      tier("enterprise", { features: ["SSO", "SCIM", "Audit log"] }),
      paid("pro", 20, { features: ["SAML SSO"] }),
      paid("basic", 10, { features: ["Dashboards"] }),
    ]),
  ]);
  expect(shown?.capabilities).toMatchObject([
    { capability: "sso", tiers: ["pro", "enterprise"], firstTier: "pro", addOn: null },
    { capability: "scim", tiers: ["enterprise"], firstTier: "enterprise" },
    { capability: "audit_log", tiers: ["enterprise"] },
  ]);
  const cited = new Set(shown?.evidence.map(({ id }) => id));
  for (const { evidence } of shown?.capabilities ?? []) for (const id of evidence) expect(cited).toContain(id);
  const [sso] = shown?.capabilities ?? [];
  expect(sso && capabilitySentence(sso, shown?.tiers)).toBe("Single sign-on: from pro (checked 1 Jan 2026).");
});

test("silence and denials name no tier", () => {
  expect(known([plans([paid("pro", 20, { features: ["Dashboards"] })])])).toBeUndefined();
  expect(known([plans([paid("pro", 20, { features: ["SSO not included"] })])])).toBeUndefined();
  expect(
    known([plans([paid("pro", 20, { limits: [{ name: "SSO connections", value: 0, unit: null }] })])]),
  ).toBeUndefined();
});

test("an earlier list of features still speaks for a tier whose newer reading has prices alone", () => {
  const earlier = plans([paid("pro", 18, { features: ["SSO"] })], { source: "acme-list", observedAt: "2025-06-01" });
  const newer = plans([paid("pro", 20)]);
  expect(known([earlier, newer])).toMatchObject([{ capability: "sso", firstTier: "pro", observedAt: "2025-06-01" }]);
  const denial = plans([paid("pro", 20, { features: ["No SSO"] })]);
  expect(known([earlier, denial])).toBeUndefined();
  expect(known([earlier, newer], "2029-01-01")).toBeUndefined();
});

test("a capability that is sold apart has its price, and a surcharge alone names no tier", () => {
  const cost = (label: string, rest: object) =>
    observe({
      kind: "hidden_cost",
      cost: "sso",
      label,
      amount: 5,
      percent: null,
      currency: "USD",
      unit: "user/month",
      ...rest,
    });
  const addOn = record([plans([paid("pro", 20)]), cost("SSO", {})]);
  expect(addOn?.capabilities).toMatchObject([{ firstTier: null, addOn: { label: "SSO", amount: 5 } }]);
  const [sso] = addOn?.capabilities ?? [];
  expect(sso && capabilitySentence(sso, addOn?.tiers)).toContain("as an add-on, SSO, $5 per user per month");
  const charged = [plans([paid("pro", 20), paid("business", 25)]), cost("Single sign-on costs extra", {})];
  expect(known(charged)).toMatchObject([{ tiers: [], firstTier: null, addOn: null }]);
  const priced = [
    plans([paid("pro", 20), paid("business", 25)]),
    cost("Single sign-on costs extra", { fullPrice: 25 }),
  ];
  expect(known(priced)).toMatchObject([{ tiers: ["business"], firstTier: "business" }]);
});
