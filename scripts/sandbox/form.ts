import { invalid } from "./errors";

export type Decoded = { [name: string]: Decoded } | Decoded[] | string;

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

function keysOf(name: string): string[] {
  const open = name.indexOf("[");
  if (open === -1) return [name];
  const rest = name.slice(open);
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) throw invalid(`Invalid parameter name: ${name}`, name);
  return [name.slice(0, open), ...rest.slice(1, -1).split("][")];
}

type Branch = { [name: string]: Branch | string };

function settle(node: Branch | string): Decoded {
  if (typeof node === "string") return node;
  const entries = Object.entries(node);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => settle(value));
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, settle(value)]));
}

/** Reads Stripe's bracket notation: `items[0][price]=p&metadata[a]=b&expand[]=c`. */
export function decodeForm(text: string): Record<string, Decoded> {
  const root: Branch = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    if (keys.length > 8 || keys.some((key) => FORBIDDEN.has(key))) {
      throw invalid(`Invalid parameter name: ${name}`, name);
    }
    let node = root;
    keys.forEach((given, depth) => {
      const key = given === "" ? String(Object.keys(node).length) : given;
      if (depth === keys.length - 1) {
        if (typeof node[key] === "object") throw invalid(`Invalid parameter: ${name}`, name);
        node[key] = value;
        return;
      }
      const next = node[key] ?? {};
      if (typeof next === "string") throw invalid(`Invalid parameter: ${name}`, name);
      node[key] = next;
      node = next;
    });
  }
  return settle(root) as Record<string, Decoded>;
}
