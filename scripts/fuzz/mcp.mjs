import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generate } from "json-schema-faker";
import { send } from "./send.mjs";
import { broken, NASTY, wellFormed } from "./values.mjs";

const EARLIER = ["2025-03-26", "2025-06-18", "2025-11-25"];
const CURRENT = "2026-07-28";
const ACCEPT = "application/json, text/event-stream";
/** The statuses in the contract and in the protocol's transport. */
const STATUSES = [200, 202, 400, 404, 406, 413, 415];
/** JSON-RPC's "internal error", which corresponds to a 5xx. */
const INTERNAL = -32603;
const LARGEST_ARGUMENT = 1_000_000;

const meta = (version) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

async function asked(url, method) {
  const headers = { "content-type": "application/json", accept: ACCEPT };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method });
  return JSON.parse((await send(url, { method: "POST", path: "/mcp", headers, body })).body).result;
}

/** Returns protocol calls: every tool with valid and broken arguments from its schema, and invalid messages. */
export async function mcpRequests({ url, slugs, categories }) {
  const { tools } = await asked(url, "tools/list");
  const { prompts } = await asked(url, "prompts/list");
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const outputs = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));

  async function argumentsOf({ inputSchema }, choices) {
    const { below, random, pick, chance } = choices;
    const made = await generate(inputSchema, { seed: below(2 ** 31), optionalsProbability: random() * 0.5 });
    const known = { slug: () => pick(slugs), category: () => pick(categories), tier: () => pick(NASTY) };
    known.slugs = () => Array.from({ length: 1 + below(5) }, known.slug);
    known.items = () => Array.from({ length: 1 + below(3) }, () => ({ slug: known.slug(), seats: 1 + below(500) }));
    for (const name of Object.keys(made)) if (name in known && chance(0.85)) made[name] = known[name]();
    if (chance(0.3)) made.maxCharacters = pick([4_000, 40_000, 100_000]);
    return made;
  }

  async function call(choices) {
    const { pick, chance } = choices;
    const tool = pick(tools);
    const whole = await argumentsOf(tool, choices);
    return {
      method: "tools/call",
      params: { name: tool.name, arguments: chance(0.3) ? broken(whole, choices) : whole },
    };
  }

  const uri = ({ pick }) =>
    `${pick(["pricing://", "pricing://", "pricing:", "file:///", ""])}${encodeURIComponent(wellFormed(pick([...slugs, ...NASTY])))}`;
  const texts = ({ pick, chance }, args = []) =>
    Object.fromEntries(
      args.filter(({ required }) => required || chance(0.5)).map(({ name }) => [name, pick([...slugs, ...NASTY])]),
    );
  const version = ({ pick }) => pick([...EARLIER, ...EARLIER, CURRENT, "1999-01-01", "2099-01-01", ""]);

  const METHODS = [
    [50, call],
    [
      5,
      (choices) => ({
        method: "initialize",
        params: { protocolVersion: version(choices), capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
      }),
    ],
    [3, () => ({ method: "tools/list" })],
    [1, ({ pick }) => ({ method: "tools/list", params: { cursor: pick(NASTY) } })],
    [2, ({ pick }) => ({ method: pick(["prompts/list", "resources/list", "resources/templates/list", "ping"]) })],
    [5, (choices) => ({ method: "resources/read", params: { uri: uri(choices) } })],
    [
      5,
      (choices) => {
        const prompt = choices.pick(prompts);
        return { method: "prompts/get", params: { name: prompt.name, arguments: texts(choices, prompt.arguments) } };
      },
    ],
    [
      4,
      ({ pick }) => ({
        method: "completion/complete",
        params: {
          ref: pick([
            { type: "ref/prompt", name: pick(prompts).name },
            { type: "ref/resource", uri: "pricing://{slug}" },
            { type: pick(NASTY), name: pick(NASTY) },
          ]),
          argument: {
            name: pick(["products", "product", "provider", "slug", "__proto__"]),
            value: pick([...slugs, ...NASTY]),
          },
        },
      }),
    ],
    [
      1,
      ({ pick }) => ({
        method: pick(["server/discover", "logging/setLevel", "subscriptions/listen", ...NASTY]),
        params: {},
      }),
    ],
    [2, ({ pick }) => ({ method: pick(["notifications/initialized", "notifications/cancelled", "notifications/x"]) })],
  ];
  const IDS = [1, 0, -1, "a", "", 9007199254740991, "💸"];
  const BAD_IDS = [null, 1.5, {}, [], true, undefined];

  async function message(choices) {
    const { weighed, pick, chance } = choices;
    const made = await weighed(METHODS)[1](choices);
    const isNotice = made.method?.startsWith("notifications/");
    const id = chance(0.95) ? pick(IDS) : pick(BAD_IDS);
    const whole = { jsonrpc: "2.0", ...(!isNotice && id !== undefined && { id }), ...made };
    return chance(0.08) ? broken(whole, choices) : whole;
  }

  const raw = (choices) => {
    const { pick, below } = choices;
    return pick([
      ...["", "null", "[]", "{}", "[[]]", "[null]", '"x"', "1", "{", '{"jsonrpc":"2.0"', "\ufeff{}", "\u0000", "NaN"],
      ...['{"a":1,"a":2}', '{"__proto__":{"method":"ping"}}', '{"jsonrpc":"1.0","id":1,"method":"ping"}', pick(NASTY)],
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${nested('{"a":', 1, "}", 1_000 + below(9_000))}}`,
      nested("[", 1, "]", 1_000 + below(29_000)),
      "[".repeat(20_000),
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", pad: "x".repeat(70_000) }),
    ]);
  };

  function headersOf(one, choices) {
    const { pick, chance } = choices;
    const headers = { "content-type": "application/json", accept: ACCEPT };
    const named = one?.params?._meta?.["io.modelcontextprotocol/protocolVersion"];
    if (named) Object.assign(headers, { "mcp-protocol-version": named, "mcp-method": plain(one.method) });
    if (named && one.params.name !== undefined) headers["mcp-name"] = plain(one.params.name);
    else if (named && one.params.uri !== undefined) headers["mcp-name"] = plain(one.params.uri);
    else if (chance(0.3)) headers["mcp-protocol-version"] = pick(EARLIER);
    if (chance(0.08)) headers["mcp-protocol-version"] = pick([CURRENT, "1999-01-01", "x", "2026-07-28, 2025-06-18"]);
    if (chance(0.04)) headers["mcp-method"] = pick(["ping", "tools/call", "x"]);
    if (chance(0.04)) headers.accept = pick(["text/html", "application/json", "text/event-stream", "*/*", "x"]);
    if (chance(0.04))
      headers["content-type"] = pick(["text/plain", "application/json;charset=utf-16", "x", "multipart/form-data"]);
    if (chance(0.04)) headers["mcp-session-id"] = pick(["x", "00000000-0000-0000-0000-000000000000"]);
    if (chance(0.02)) headers["last-event-id"] = "1";
    if (chance(0.03)) headers["accept-encoding"] = pick(["gzip", "br", "identity;q=0", "x"]);
    return headers;
  }

  /** Returns the fault of a JSON-RPC response to a message; null if it has no fault. */
  function faultOf(sent, { jsonrpc, id, result, error, ...rest }) {
    if (jsonrpc !== "2.0" || Object.keys(rest).length > 0) return "not an answer of JSON-RPC";
    if ((result === undefined) === (error === undefined)) return "neither result nor error, or both";
    if (error) {
      if (!Number.isInteger(error.code) || typeof error.message !== "string")
        return "an error without code and message";
      return error.code === INTERNAL ? `internal error: ${error.message}` : null;
    }
    if (JSON.stringify(id) !== JSON.stringify(sent?.id)) return "an answer to another id";
    if (sent.method !== "tools/call") return null;
    const { name, arguments: args } = sent.params;
    const [{ type, text } = {}] = result.content ?? [];
    if (type !== "text" || typeof text !== "string" || text === "") return `${name}: no text`;
    if (result.isError) {
      if (/\((?:internal|unavailable)\)/.test(text)) return `${name}: a fault of the service`;
      return result.structuredContent === undefined ? null : `${name}: an error with content`;
    }
    const validate = outputs.get(name);
    if (!validate?.(result.structuredContent)) {
      return `${name}: structuredContent does not fit outputSchema: ${ajv.errorsText(validate?.errors)}`;
    }
    const most = Number(args?.maxCharacters ?? 40_000);
    if (most <= LARGEST_ARGUMENT && JSON.stringify(result).length > most) return `${name}: larger than maxCharacters`;
    return null;
  }

  function judge(sent, isForeign, { status, headers, body }) {
    if (isForeign) return status === 403 ? null : "a page of another site is answered";
    if (status === 202 || body === "") return status === 202 && body === "" ? null : "no body";
    const isStream = headers["content-type"]?.startsWith("text/event-stream");
    const parts = isStream ? [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data).filter(Boolean) : [body];
    const byId = new Map([sent].flat().map((one) => [JSON.stringify(one?.id), one]));
    for (const part of parts) {
      let answers;
      try {
        answers = [JSON.parse(part)].flat();
      } catch {
        return "not JSON";
      }
      for (const answer of answers) {
        if (isStream && answer.method?.startsWith("notifications/")) continue;
        const fault = faultOf(byId.get(JSON.stringify(answer.id)), answer);
        if (fault) return fault;
      }
    }
    return null;
  }

  return async (choices) => {
    const { pick, chance } = choices;
    const batch = chance(0.05);
    let sent = batch ? [] : await message(choices);
    if (batch)
      for (let left = pick([0, 1, 2, 3, 20, 21]); left > 0; left--)
        sent.push({ ...(await message(choices)), id: left });
    if (!batch && chance(0.25) && sent !== null && typeof sent === "object" && !Array.isArray(sent)) {
      sent = { ...sent, params: { ...Object(sent.params), _meta: meta(chance(0.9) ? CURRENT : version(choices)) } };
    }
    const headers = headersOf(sent, choices);
    const isRaw = chance(0.06);
    const body = isRaw ? raw(choices) : JSON.stringify(sent);
    const isForeign = chance(0.02);
    if (isForeign) headers.origin = pick(["https://evil.example", "null", "http://127.0.0.1.evil.example"]);
    const method = chance(0.03) ? pick(["GET", "DELETE", "PUT", "HEAD", "PATCH", "OPTIONS"]) : "POST";
    const common = { method, path: `/mcp${chance(0.02) ? pick(["?x=1", "?%ff", "/"]) : ""}`, headers };
    if (method !== "POST") {
      return {
        ...common,
        kind: `${method} /mcp`,
        statuses: isForeign ? [403] : method === "OPTIONS" ? [204] : [405, 308],
      };
    }
    const kind = `POST /mcp ${isRaw ? "text" : batch ? "batch" : typeof sent?.method === "string" ? sent.method.slice(0, 30) : "message"}`;
    const statuses = isForeign ? [403] : [...STATUSES, ...(common.path === "/mcp/" ? [308] : [])];
    let known = sent;
    if (isRaw) {
      try {
        known = JSON.parse(body);
      } catch {
        known = null;
      }
    }
    return {
      ...common,
      kind,
      body,
      statuses,
      faultOf: (answer) => (answer.status === 308 ? null : judge(known, isForeign, answer)),
    };
  };
}

const nested = (open, inner, close, levels) => `${open.repeat(levels)}${inner}${close.repeat(levels)}`;

/** Converts text to characters that a header may contain. */
const plain = (text) =>
  String(text)
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 200);
