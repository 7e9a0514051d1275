import { createHmac } from "node:crypto";
import { broken, deep, NASTY } from "./values.mjs";

const PATH = "/api/stripe/webhook";
const TOLERANCE_SECONDS = 300;
const TYPES = [
  ...[
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
  ],
  ...["checkout.session.expired", "customer.subscription.created", "customer.subscription.updated"],
  ...["customer.subscription.deleted", "customer.subscription.paused", "invoice.paid", "invoice.payment_failed"],
  ...["invoice.voided", "charge.refunded", "refund.created", "refund.updated", "charge.dispute.created"],
  ...["charge.dispute.closed", "customer.updated", "customer.deleted", "payment_intent.succeeded", "account.updated"],
  ...["v1.billing.meter.error_report_triggered", "invoice.", "customer.", "", "__proto__"],
];

/** Signs a body as Stripe does: `t=…,v1=…`. */
function signature(body, secret, at) {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/**
 * Returns payment events about known, unknown and invalid objects, repeated and in any order, with valid and invalid
 * signatures. The payments that they report never happened.
 */
export function webhookRequests({ webhookSecret, objects }) {
  function objectOf(type, { pick, chance }) {
    const kind = Object.keys(objects).find((name) => type.startsWith(name));
    const id =
      chance(0.7) && kind ? pick(objects[kind]) : pick([...Object.values(objects).flat(), "cs_test_x", "x", ...NASTY]);
    return {
      id,
      object: type.split(".").slice(0, -1).join("."),
      status: pick(["complete", "active", "paid", "open", "x"]),
      payment_status: pick(["paid", "paid", "unpaid", "no_payment_required"]),
      amount_total: pick([0, 1, 1_900, -1, 1e15, "1900"]),
      currency: pick(["usd", "eur", "jpy", "xxx", "", null]),
      customer: pick([...(objects.customer ?? []), null, "cus_x"]),
      subscription: pick([...(objects["customer.subscription"] ?? []), null, "sub_x"]),
      payment_intent: pick([...(objects.charge ?? []), null, "pi_x", { id: "pi_x" }]),
      metadata: pick([{}, { app: "pricing-intelligence", kind: "file", category: "crm", claim_hash: "x" }, null]),
    };
  }

  function eventOf(choices) {
    const { pick, chance, below } = choices;
    const type = pick(TYPES);
    const event = {
      id: `evt_fuzz_${below(400)}`,
      object: "event",
      api_version: "2026-10-28.endive",
      created: 1_790_000_000 + below(9_000_000),
      livemode: chance(0.05),
      pending_webhooks: 1,
      type,
      data: { object: objectOf(type, choices) },
    };
    if (chance(0.05)) event.data.object = pick([null, [], "x", { object: "x" }]);
    if (chance(0.1)) event.data = chance(0.5) ? broken(event.data, choices) : pick([null, [], {}]);
    if (chance(0.05)) delete event[pick(Object.keys(event))];
    if (chance(0.05)) event[pick(Object.keys(event))] = pick([null, [], {}, deep(200), ...NASTY]);
    return event;
  }

  return (choices) => {
    const { pick, chance } = choices;
    const body = chance(0.93)
      ? JSON.stringify(eventOf(choices))
      : pick(["", "null", "[]", "1", "{", "\ufeff{}", '"x"', ...NASTY]);
    const now = Math.floor(Date.now() / 1_000);
    const json = "application/json; charset=utf-8";
    const request = {
      kind: `POST ${PATH}`,
      method: "POST",
      path: PATH,
      headers: { "content-type": json },
      body,
      statuses: [400],
    };
    if (chance(0.03)) {
      return {
        ...request,
        method: pick(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]),
        body: undefined,
        kind: `other ${PATH}`,
        statuses: [204, 405],
      };
    }
    if (chance(0.01)) return { ...request, body: "x".repeat(1_100_000), kind: `large ${PATH}`, statuses: [413] };
    if (!webhookSecret || chance(0.2)) {
      const wrong = [
        signature(body, "whsec_of_somebody_else", now),
        ...[
          "",
          "x",
          "t=,v1=",
          `t=${now}`,
          `v1=${"0".repeat(64)}`,
          `t=x,v1=${"0".repeat(64)}`,
          "t=1,v1=\u00e9",
          ",".repeat(3_000),
        ],
        ...(webhookSecret
          ? [
              signature(`${body} `, webhookSecret, now),
              signature(body, webhookSecret, now - TOLERANCE_SECONDS - 60),
              signature(body, webhookSecret, now).replace("v1=", "v0="),
            ]
          : []),
      ];
      return { ...request, headers: { ...request.headers, "stripe-signature": pick(wrong) } };
    }
    const headers = { ...request.headers, "stripe-signature": signature(body, webhookSecret, now) };
    return { ...request, headers, kind: `signed ${PATH}`, statuses: isJson(body) ? [200] : [400] };
  };
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
