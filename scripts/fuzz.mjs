// Sends requests made from the service's own OpenAPI document, valid and broken, and reports every 5xx, undocumented
// status, wrong content type and body that does not fit its schema.
//   node scripts/fuzz.mjs [address] [requests] [seed]
// FUZZ_KEY is the key of a subscriber: with it the operations that need one are answered, and the key must not come back.
// The service must run with TRUSTED_PROXIES=1, so that the rate limit does not hide the answers.
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generate } from "json-schema-faker";

const [service = "http://127.0.0.1:3000", wanted = "20000", firstSeed = "1"] = process.argv.slice(2);
const total = Number(wanted);
const key = process.env.FUZZ_KEY;
const AT_ONCE = 8;

let state = Number(firstSeed);
/** Mulberry32: the same seed sends the same requests. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}
const below = (count) => Math.floor(random() * count);
const pick = (items) => items[below(items.length)];
const chance = (share) => random() < share;

const document = await (await fetch(`${service}/api/v2/openapi.json`)).json();
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "https://openapi.test/doc", ...document });
const validators = new Map();
function validatorOf(schema) {
  const key = JSON.stringify(schema);
  if (!validators.has(key)) {
    const absolute = JSON.parse(key.replaceAll('"#/components/', '"https://openapi.test/doc#/components/'));
    validators.set(key, ajv.compile(absolute));
  }
  return validators.get(key);
}

const resolve = (node) =>
  node?.$ref
    ? resolve(
        node.$ref
          .slice(2)
          .split("/")
          .reduce((at, key) => at[key], document),
      )
    : node;

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => ["get", "post"].includes(method))
    .map(([method, operation]) => ({ method, path, operation, shared: item.parameters ?? [] })),
);

const { categories } = await (await fetch(`${service}/api/v2/categories`)).json();
const CATEGORIES = [...categories.map(({ slug }) => slug), "team-chatt"];

const SLUGS = [
  "slack",
  "notion",
  "github",
  "openai-api",
  "datadog",
  "google-maps-platform",
  "zapier",
  "anthropic-api",
  "nextcloud",
  "no-such-product",
];
const NASTY = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "true",
  "%",
  "%00",
  "../..",
  "a".repeat(3000),
  "💸",
  "‮",
  "' or 1=1 --",
  "<script>",
  "{}",
  "[]",
  "2026-02-30",
  "9999-12-31",
  "0000-00-00",
  "a,b,,c",
  "__proto__",
  "constructor",
  "\n",
  "ﬀ",
  "-",
  "1.5",
  "9007199254740993",
];

async function fromSchema(schema) {
  const inlined = { ...resolve(schema), components: document.components };
  return generate(inlined, { seed: below(2 ** 31), optionalsProbability: random() });
}

async function parameterValue(parameter) {
  const { name } = parameter;
  if (chance(0.12)) return pick(NASTY);
  if (chance(0.6)) {
    if (name === "category") return pick(CATEGORIES);
    if (name === "slug") return pick(SLUGS);
    if (name === "slugs") return Array.from({ length: 1 + below(4) }, () => pick(SLUGS)).join(",");
    if (name === "asOf" || name === "from" || name === "to" || name === "since")
      return `20${10 + below(17)}-0${1 + below(9)}-1${below(9)}`;
  }
  const made = await fromSchema(parameter.schema ?? { type: "string" });
  return Array.isArray(made) ? made.join(",") : typeof made === "object" ? JSON.stringify(made) : String(made);
}

/** A valid value with one leaf, member or kind changed. */
function broken(value) {
  if (Array.isArray(value) && value.length > 0 && chance(0.7)) {
    const copy = [...value];
    copy[below(copy.length)] = broken(pick(copy));
    return copy;
  }
  if (value && typeof value === "object" && chance(0.8)) {
    const copy = { ...value };
    const keys = Object.keys(copy);
    if (keys.length > 0 && chance(0.7)) copy[pick(keys)] = broken(copy[pick(keys)]);
    else copy[pick(["slug", "seats", "items", "tire", "__proto__", "x"])] = pick(NASTY);
    return copy;
  }
  return pick([null, -1, 0, 1e308, "x", [], {}, true, pick(NASTY), pick(SLUGS)]);
}

async function makeRequest({ method, path, operation, shared }) {
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of parameters) {
    if (parameter.in === "path") {
      const value = chance(0.75) ? pick(SLUGS) : await parameterValue(parameter);
      address = address.replace(`{${parameter.name}}`, encodeURIComponent(value || "x"));
    } else if (
      parameter.in === "query" &&
      (parameter.required ? chance(0.97) : chance(Math.min(0.3, 2 / parameters.length)))
    ) {
      query.append(parameter.name, await parameterValue(parameter));
      if (chance(0.03)) query.append(parameter.name, await parameterValue(parameter));
    }
  }
  if (chance(0.05)) query.append(pick(["slgu", "dept", "x", "__proto__", ""]), pick(NASTY));
  const headers = { "x-forwarded-for": `10.${below(256)}.${below(256)}.${below(256)}` };
  const init = { method: chance(0.02) ? pick(["DELETE", "PUT", "PATCH"]) : method.toUpperCase(), headers };
  if (key && operation.security?.length > 0 && chance(0.9)) {
    if (chance(0.5)) query.set("key", key);
    else headers.authorization = `Bearer ${key}`;
  }
  if (init.method === "POST") {
    const content = resolve(operation.requestBody)?.content?.["application/json"];
    let body = await fromSchema(content.schema);
    if (body && typeof body === "object") {
      if (chance(0.8) && "slug" in body) body.slug = pick(SLUGS);
      if (Array.isArray(body.items)) for (const item of body.items) if (chance(0.8) && item) item.slug = pick(SLUGS);
    }
    if (chance(0.5)) {
      const { items: _items, ...one } = body ?? {};
      body = { ...(chance(0.5) && one), slug: pick(SLUGS), seats: 1 + below(900) };
      if (chance(0.3)) body = { items: [body, { slug: pick(SLUGS), seats: 1 + below(90) }] };
    }
    if (chance(0.25)) body = broken(body);
    init.body = chance(0.03) ? pick(NASTY) : JSON.stringify(body);
    headers["content-type"] = chance(0.03) ? "text/plain" : "application/json";
  }
  const search = query.toString();
  return { url: `${service}${address}${search && `?${search}`}`, init };
}

const faults = new Map();
const statuses = new Map();
function fault(kind, detail) {
  const known = faults.get(kind);
  if (known) known.count++;
  else faults.set(kind, { count: 1, detail });
}

const RECORD = document.paths["/api/v2/pricing/{slug}"].get.responses["200"].content["application/json"].schema;

/** What bodies of these media types must be, which are texts to their schemas. Throws where they are not. */
const TEXTS = {
  "application/x-ndjson": (text) => {
    const validate = validatorOf(RECORD);
    for (const line of text.split("\n").slice(0, -1)) {
      if (!validate(JSON.parse(line))) throw new SyntaxError(ajv.errorsText(validate.errors));
    }
  },
  "text/csv": (text) => {
    const lines = text.match(/(?:"(?:[^"]|"")*"|[^"\r])*\r\n/g) ?? [];
    const cells = lines.map((line) => line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",\r]*)(?=,|\r\n)/g)?.length);
    if (lines.join("") !== text || new Set(cells).size !== 1) throw new SyntaxError("lines are not alike");
  },
};

async function check(target) {
  const { url, init } = await makeRequest(target);
  const shown = `${init.method} ${url.slice(0, 300)}${init.body ? ` ${init.body.slice(0, 300)}` : ""}`;
  const response = await fetch(url, init);
  const text = await response.text();
  if (key && (text.includes(key) || JSON.stringify([...response.headers]).includes(key)))
    return fault(`${target.path}: the key comes back`, shown);
  const label = `${target.method.toUpperCase()} ${target.path}`;
  const answered = `${label} ${response.status}`;
  statuses.set(answered, (statuses.get(answered) ?? 0) + 1);
  if (response.status >= 500) return fault(`${answered}: server error`, `${shown}\n    ${text.slice(0, 300)}`);
  if (init.method !== target.method.toUpperCase()) {
    if (response.status !== 405) fault(`${label}: ${init.method} answered ${response.status}`, shown);
    return;
  }
  const declared = resolve(target.operation.responses?.[String(response.status)]);
  if (!declared) return fault(`${answered}: not documented`, `${shown}\n    ${text.slice(0, 200)}`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0];
  const content = declared.content?.[type];
  if (!content) return fault(`${answered}: content type ${type} not documented`, shown);
  let body = text;
  try {
    if (type in TEXTS) TEXTS[type](text);
    else body = JSON.parse(text);
  } catch (error) {
    return fault(`${answered}: not ${type}`, `${shown}\n    ${error.message.slice(0, 200)}`);
  }
  const validate = validatorOf(content.schema);
  if (!validate(body))
    fault(`${answered}: body does not fit its schema`, `${shown}\n    ${ajv.errorsText(validate.errors)}`);
}

const started = Date.now();
let sent = 0;
async function worker() {
  while (sent < total) {
    sent++;
    if (sent % 2000 === 0) console.log(`${sent} of ${total} requests, ${faults.size} kinds of fault`);
    await check(pick(operations));
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));

for (const [key, count] of [...statuses].sort()) console.log(String(count).padStart(7), key);
for (const [kind, { count, detail }] of faults) console.log(`\n${count} × ${kind}\n    ${detail}`);
console.log(
  `\n${total} requests in ${Math.round((Date.now() - started) / 1000)} s, seed ${firstSeed}: ${faults.size} kinds of fault`,
);
process.exitCode = faults.size > 0 ? 1 : 0;
