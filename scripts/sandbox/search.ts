import type Stripe from "stripe";
import { isDeleted } from "./billing";
import type { Context } from "./context";
import { invalid } from "./errors";

/**
 * Seconds until a change is searchable. Stripe promises at most a minute and advises against searching for recent data.
 */
const DELAY = 60;
const MOST_CLAUSES = 10;

type Value = string | number | null;
type Matches = (customer: Stripe.Customer) => boolean;

const QUOTED = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const CLAUSE = new RegExp(
  String.raw`\s*(?:(AND|OR)\s+)?(-)?(?:metadata\[(${QUOTED})\]|([\w.]+))\s*(:|~|>=|<=|>|<|=)\s*(${QUOTED}|null\b|-?\d+\b)(?=\s|$)`,
  "iy",
);
const NUMERIC = new Set(["created"]);
const TEXTS = new Set(["email", "name", "phone"]);

const unquoted = (text: string) => text.slice(1, -1).replace(/\\(.)/g, "$1");

function read(written: string): Value {
  if (/^null$/i.test(written)) return null;
  return /^["']/.test(written) ? unquoted(written) : Number(written);
}

function compare(own: Value, operator: string, wanted: Value): boolean {
  if (wanted === null) return own === null;
  if (own === null) return false;
  if (typeof own === "number") {
    const number = Number(wanted);
    if (operator === ">") return own > number;
    if (operator === "<") return own < number;
    if (operator === ">=") return own >= number;
    if (operator === "<=") return own <= number;
    return own === number;
  }
  const [left, right] = [own.toLowerCase(), String(wanted).toLowerCase()];
  return operator === "~" ? left.includes(right) : left === right;
}

function clause(query: string, found: RegExpExecArray): Matches {
  const [, , minus, key, field = "metadata", operator = "", written = ""] = found;
  if (!key && !NUMERIC.has(field) && !TEXTS.has(field)) {
    throw invalid(`Field \`${field}\` is an unsupported search field for resource \`customers\`.`);
  }
  const value = read(written);
  const fits = NUMERIC.has(field) ? operator !== "~" : operator === ":" || (operator === "~" && value !== null);
  if (!fits) throw unreadable(query, `\`${operator}\` does not go with \`${field}\`.`);
  if (operator === "~" && String(value).length < 3)
    throw unreadable(query, "A part of a text has 3 characters or more.");
  return (customer) => {
    const own = key ? customer.metadata[unquoted(key)] : customer[field as "created" | "email" | "name" | "phone"];
    return compare(own ?? null, operator, value) !== Boolean(minus);
  };
}

function unreadable(query: string, why = "") {
  const form = `Try using the format \`metadata["key"]:"value"\` to query for metadata or key:"value" to query for other fields.`;
  return invalid(`We were unable to parse your search query (${query}). ${why || form}`);
}

/** Parses Stripe's search language for customers: clauses joined by AND or by a space, or all of them by OR. */
function parsed(query: string): Matches {
  const clauses: Matches[] = [];
  const joins = new Set<string>();
  for (let at = 0; query.slice(at).trim() !== ""; at = CLAUSE.lastIndex) {
    CLAUSE.lastIndex = at;
    const found = CLAUSE.exec(query);
    if (!found || (at === 0 && found[1])) throw unreadable(query);
    if (at > 0) joins.add(found[1]?.toUpperCase() ?? "AND");
    clauses.push(clause(query, found));
  }
  if (clauses.length === 0) throw unreadable(query);
  if (joins.size > 1) throw unreadable(query, "AND and OR do not go together.");
  if (clauses.length > MOST_CLAUSES) throw unreadable(query, `At most ${MOST_CLAUSES} clauses go together.`);
  return (customer) =>
    joins.has("OR") ? clauses.some((matches) => matches(customer)) : clauses.every((matches) => matches(customer));
}

/** Returns the customers as of the last index update, by undoing later events. */
function indexed(ctx: Context): Stripe.Customer[] {
  const known = new Map<string, Stripe.Customer>();
  for (const customer of ctx.store.all("customer")) if (!isDeleted(customer)) known.set(customer.id, customer);
  for (const { created, data, type } of ctx.store.all("event")) {
    if (created <= ctx.now - DELAY) break;
    const customer = data.object as Stripe.Customer;
    const after = known.get(customer.id);
    if (type === "customer.created") known.delete(customer.id);
    if (type === "customer.deleted") known.set(customer.id, customer);
    if (type === "customer.updated" && after) known.set(customer.id, { ...after, ...data.previous_attributes });
  }
  return [...known.values()];
}

/**
 * Searches the indexed state of customers. Stripe does not document which state of a recently changed customer its
 * search returns: here, it is the older one.
 */
export function searchCustomers(ctx: Context, query: string): Stripe.Customer[] {
  return indexed(ctx).filter(parsed(query));
}
