import { NASTY, wellFormed } from "./values.mjs";

const URLENCODED = "application/x-www-form-urlencoded";
/** The response redirects to a page with the result, or contains it as JSON. */
const LED = [303];

const MAILS = [
  "fuzz@example.com",
  "fuzz+1@example.com",
  "x",
  "a@b",
  "a@example.com\r\nBcc: b@example.com",
  `${"a".repeat(300)}@example.com`,
];

/** The forms with their own URL: their fields and allowed statuses. */
const FORMS = {
  "/report": {
    statuses: [...LED, 201, 400, 404, 413, 429],
    fields: {
      product: "slug",
      field: ["tiers", "price", "other", "x"],
      message: ["The Pro plan costs 12 dollars now, as its page says.", "short", "m".repeat(5_000)],
      url: ["https://example.com/pricing", "javascript:alert(1)", "x"],
      figure: ["$12", "12 per month"],
      email: MAILS,
      website: ["", "", "", "http://spam.example"],
    },
  },
  "/watch": {
    statuses: LED,
    fields: { product: "slug", email: MAILS, website: ["", ""], do: ["confirm", "stop", "x"], id: NASTY, key: NASTY },
  },
  "/checkout/start": {
    statuses: LED,
    fields: { kind: ["file", "file", "subscription", "x"], category: "category", interval: ["month", "year", "x"] },
  },
  "/api/auth/callback/email": {
    statuses: [302, 303, 400, 404],
    fields: { token: NASTY, email: MAILS, to: ["/account", "//evil.example", ...NASTY] },
  },
};

/** Pages whose forms are server actions, with their field names. */
const ACTION_PAGES = {
  "/sign-in": { email: MAILS, to: ["/account", "//evil.example"], provider: ["github", "x"] },
  "/account": {
    customer: NASTY,
    purchase: NASTY,
    email: MAILS,
    do: ["create", "revoke", "rotate", "x"],
    key: NASTY,
    name: NASTY,
  },
  "/checkout/success": { session_id: ["cs_test_x", ...NASTY] },
  "/admin/events": {
    event: ["evt_x"],
    report: NASTY,
    status: ["closed", "x"],
    state: ["open"],
    days: ["7", "x"],
    said: NASTY,
  },
  "/admin/reports": { report: NASTY, status: ["closed"] },
  "/admin/reconcile": { days: ["7", "-1", "1e9"] },
  "/admin/verification": { change: NASTY, decision: ["take", "x"], check: NASTY },
};

/** Returns requests for forms and actions: valid and broken, from this and other sites, always signed out. */
export function formRequests({ url, slugs, categories, actions }) {
  const known = { slug: slugs, category: categories };

  function fieldsOf(fields, { pick, chance }) {
    const entries = Object.entries(fields)
      .filter(() => chance(0.9))
      .map(([name, values]) => [name, chance(0.2) ? pick(NASTY) : pick(known[values] ?? values)]);
    if (chance(0.05)) entries.push(entries[0] ?? ["x", "y"]);
    if (chance(0.05))
      entries.push([pick(["__proto__", "constructor", "$ACTION_KEY", "x".repeat(500), ""]), pick(NASTY)]);
    if (chance(0.03)) entries.push(["pad", "p".repeat(pick([60_000, 70_000, 1_100_000]))]);
    return entries.map(([name, value]) => [name, wellFormed(String(value))]);
  }

  function written(entries, type) {
    if (type === "application/json") return JSON.stringify(Object.fromEntries(entries));
    if (!type.startsWith("multipart/form-data")) return new URLSearchParams(entries).toString();
    const parts = entries.map(
      ([name, value]) =>
        `--fuzz\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, "")}"\r\n\r\n${value}\r\n`,
    );
    return `${parts.join("")}--fuzz--\r\n`;
  }

  /** Returns the origin headers of a form. */
  function originOf({ pick, chance }) {
    if (chance(0.75)) return { origin: url };
    return pick([
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "x" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "x" },
    ]);
  }

  function form(choices) {
    const { pick, chance } = choices;
    const path = pick(Object.keys(FORMS));
    const { fields, statuses } = FORMS[path];
    const type = chance(0.9)
      ? URLENCODED
      : pick(["application/json", "multipart/form-data; boundary=fuzz", "multipart/form-data", "text/plain", "x", ""]);
    const entries = fieldsOf(fields, choices);
    const body = chance(0.04)
      ? pick(["", "%", "&&&", "a", "\u0000", "x=%ff%fe", "=".repeat(3_000)])
      : written(entries, type);
    const headers = {
      "content-type": type,
      ...originOf(choices),
      accept: chance(0.3) ? "application/json" : "text/html",
    };
    return { kind: `POST ${path}`, method: "POST", path, headers, body, statuses };
  }

  function action(choices) {
    const { pick, chance, below } = choices;
    const path = pick(Object.keys(ACTION_PAGES));
    const id = chance(0.9) ? pick(actions) : pick(["x", "0".repeat(42), "__proto__", "constructor", ""]);
    const entries = fieldsOf(ACTION_PAGES[path], choices);
    const multipart = "multipart/form-data; boundary=fuzz";
    const byScript = chance(0.5);
    const headers = {
      ...originOf(choices),
      accept: byScript ? "text/x-component" : "text/html",
      "content-type": multipart,
    };
    if (byScript) headers["next-action"] = id;
    else entries.unshift([chance(0.9) ? `$ACTION_ID_${id}` : `$ACTION_REF_${id || 1}`, ""]);
    let body = written(
      byScript ? [...entries.map(([name, value]) => [`1_${name}`, value]), ["0", '["$K1"]']] : entries,
      multipart,
    );
    if (chance(0.15)) {
      headers["content-type"] = pick([
        "text/plain;charset=UTF-8",
        "application/json",
        URLENCODED,
        "multipart/form-data",
        "x",
        "",
      ]);
      body = pick([
        "[]",
        '["$K1"]',
        '["$undefined"]',
        '["$F1"]',
        '["$1:__proto__:x"]',
        "{",
        "",
        body.slice(0, below(body.length)),
        '[{"a":"$@1"}]',
        "[".repeat(5_000),
      ]);
    }
    const query = chance(0.1) ? `?to=${pick(["%2Faccount", "//evil.example", "%"])}` : "";
    return {
      kind: `action at ${path}`,
      method: "POST",
      path: `${path}${query}`,
      headers,
      body,
      // 409: Next.js's response to an action that no page of this build has.
      statuses: [200, 303, 307, 400, 404, 405, 409, 413],
    };
  }

  return (choices) => (choices.chance(0.65) ? form(choices) : action(choices));
}
