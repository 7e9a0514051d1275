import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generate } from "json-schema-faker";
import { broken, encoded, NASTY, wellFormed } from "./values.mjs";

const JSON_TYPE = "application/json";
const BASE = "https://openapi.test/doc";

/**
 * Returns requests from the OpenAPI document: every operation, valid and broken. A response that violates the document
 * is a fault.
 */
export function restRequests({ document, slugs, categories, key }) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: BASE, ...document });
  const validators = new Map();
  function validatorOf(schema) {
    const text = JSON.stringify(schema);
    if (!validators.has(text)) {
      validators.set(text, ajv.compile(JSON.parse(text.replaceAll('"#/components/', `"${BASE}#/components/`))));
    }
    return validators.get(text);
  }
  const resolve = (node) =>
    node?.$ref
      ? resolve(
          node.$ref
            .slice(2)
            .split("/")
            .reduce((at, name) => at[name], document),
        )
      : node;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ["get", "post"].includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation, shared: item.parameters ?? [] })),
  );
  const record = document.paths["/api/v2/pricing/{slug}"].get.responses["200"].content[JSON_TYPE].schema;

  function fromSchema(schema, { below, random }) {
    const inlined = { ...resolve(schema), components: document.components };
    return generate(inlined, { seed: below(2 ** 31), optionalsProbability: random() });
  }

  async function parameterValue({ name, schema }, choices) {
    const { below, pick, chance } = choices;
    if (chance(0.12)) return pick(NASTY);
    if (chance(0.6)) {
      if (name === "category") return pick(categories);
      if (name === "slug") return pick(slugs);
      if (name === "slugs") return Array.from({ length: 1 + below(4) }, () => pick(slugs)).join(",");
      if (["asOf", "from", "to", "since"].includes(name)) return `20${10 + below(17)}-0${1 + below(9)}-1${below(9)}`;
    }
    const made = await fromSchema(schema ?? { type: "string" }, choices);
    return Array.isArray(made) ? made.join(",") : typeof made === "object" ? JSON.stringify(made) : String(made);
  }

  async function bodyOf(operation, choices) {
    const { below, pick, chance } = choices;
    let body = await fromSchema(resolve(operation.requestBody).content[JSON_TYPE].schema, choices);
    if (body && typeof body === "object") {
      if (chance(0.8) && "slug" in body) body.slug = pick(slugs);
      if (Array.isArray(body.items)) for (const item of body.items) if (chance(0.8) && item) item.slug = pick(slugs);
    }
    if (chance(0.5)) {
      const { items: _items, ...one } = body ?? {};
      body = { ...(chance(0.5) && one), slug: pick(slugs), seats: 1 + below(900) };
      if (chance(0.3)) body = { items: [body, { slug: pick(slugs), seats: 1 + below(90) }] };
    }
    return chance(0.03) ? pick(NASTY) : JSON.stringify(chance(0.25) ? broken(body, choices) : body);
  }

  /** Checks for bodies whose schema is only text. Each throws if the body is invalid. */
  const texts = {
    "application/x-ndjson": (text) => {
      const validate = validatorOf(record);
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

  function faultOf(operation, { status, headers, body: text }) {
    const declared = resolve(operation.responses[String(status)]);
    const type = (headers["content-type"] ?? "").split(";")[0];
    const content = declared.content?.[type];
    if (!content) return `content type ${type} is not documented`;
    let body = text;
    try {
      if (type in texts) texts[type](text);
      else body = JSON.parse(text);
    } catch (error) {
      return `not ${type}: ${error.message}`;
    }
    const validate = validatorOf(content.schema);
    return validate(body) ? null : `the body does not fit its schema: ${ajv.errorsText(validate.errors)}`;
  }

  return async (choices) => {
    const { pick, chance } = choices;
    const { method, path, operation, shared } = pick(operations);
    const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
    const query = new URLSearchParams();
    const append = async (parameter) =>
      query.append(parameter.name, wellFormed(await parameterValue(parameter, choices)));
    let address = path;
    for (const parameter of parameters) {
      if (parameter.in === "path") {
        const value = chance(0.75) ? pick(slugs) : await parameterValue(parameter, choices);
        address = address.replace(`{${parameter.name}}`, () => encoded(value || "x", choices));
      } else if (
        parameter.in === "query" &&
        (parameter.required ? chance(0.97) : chance(Math.min(0.3, 2 / parameters.length)))
      ) {
        await append(parameter);
        if (chance(0.03)) await append(parameter);
      }
    }
    if (chance(0.05)) query.append(pick(["slgu", "dept", "x", "__proto__", ""]), wellFormed(pick(NASTY)));
    const headers = {};
    if (key && operation.security?.length > 0 && chance(0.9)) {
      if (chance(0.5)) query.set("key", key);
      else headers.authorization = `Bearer ${key}`;
    }
    const sent = chance(0.02) ? pick(["DELETE", "PUT", "PATCH"]) : method;
    const body = sent === "POST" ? await bodyOf(operation, choices) : undefined;
    if (body !== undefined) headers["content-type"] = chance(0.03) ? "text/plain" : JSON_TYPE;
    const search = query.toString();
    const isRefused = sent !== method;
    return {
      kind: `${sent} ${path}`,
      method: sent,
      path: `${address}${search && `?${search}`}`,
      headers,
      body,
      // An invalid URL is refused before its method is checked.
      statuses: isRefused ? [address.includes("%00") ? 400 : 405] : Object.keys(operation.responses).map(Number),
      faultOf: isRefused ? undefined : (answer) => faultOf(operation, answer),
    };
  };
}
