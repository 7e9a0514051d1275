import { createServer } from "node:http";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

const LIST = { host: "www.llm-prices.com", path: "/historical-v1.json" };
/** The source of the served list, its number of models, and how many of them change price at each reading. */
export const LIST_SOURCE = "simonw-llm-prices";
const MODELS = 200;
const MOVING = 20;
/** Of ten pages, one shows a changed price, one has no prices, and one is missing. */
const PAGES = ["moved", "without prices", "missing"];

/** The factor of a price change, far below the limit that needs a review. */
const MOVE = 1.1;

/**
 * Simulates the sites that a server reads, on this machine: a public list with changing prices, and a pricing page per
 * product with the prices of its record. The returned environment redirects all of a server's readings here.
 */
export async function inventedWeb() {
  const asked = { lists: 0, pages: 0 };
  const records = new Map();
  const server = createServer(({ headers: { host = "" }, url = "" }, response) => {
    const send = (status, type, body) => response.writeHead(status, { "content-type": type }).end(body);
    if (host === LIST.host && url === LIST.path) return send(200, "application/json", listOf(asked.lists++));
    const record = records.get(host + url);
    if (!record || url === "/robots.txt") return send(404, "text/plain", "There is nothing here.");
    const kind = PAGES[asked.pages++ % 10];
    if (kind === "missing") return send(404, "text/plain", "There is nothing here.");
    send(200, "text/html; charset=utf-8", pageOf(record, kind));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return {
    env: {
      INVENTED_WEB: String(server.address().port),
      NODE_OPTIONS: `--require=${join(ROOT, "scripts", "lib", "invented-web.cjs")}`,
    },
    asked,
    /** @param more pricing records whose pages are served from now on */
    show(more) {
      for (const { name, tiers, links } of more)
        if (links.vendor) records.set(addressOf(links.vendor), { name, tiers });
    },
  };
}

function addressOf(page) {
  const { host, pathname, search } = new URL(page);
  return host + pathname + search;
}

function listOf(reading) {
  const price = (model) => (1 + (model % 7)) * (model % (MODELS / MOVING) === 0 ? MOVE ** (reading % 4) : 1);
  const prices = Array.from({ length: MODELS }, (_, model) => ({
    id: `acme-chat-${model}`,
    vendor: "openai",
    name: `Acme Chat ${model}`,
    input: Number(price(model).toFixed(3)),
    output: Number((4 * price(model)).toFixed(3)),
    input_cached: null,
    from_date: "2026-01-01",
    to_date: null,
  }));
  return JSON.stringify({ prices });
}

const SIGNS = { USD: "$", EUR: "€", GBP: "£" };

function pageOf({ name, tiers = [] }, kind) {
  const shown = ({ amount, currency }) =>
    `${SIGNS[currency] ?? `${currency} `}${(kind === "moved" ? amount * MOVE : amount).toFixed(2)}`;
  const cards = tiers.map(({ name: tier, listPrice, priceUnit }) => {
    const price = listPrice
      ? `${shown(listPrice)} <small>per ${priceUnit ?? listPrice.period}</small>`
      : "Contact sales";
    return `<article class="plan"><h3>${escaped(tier)}</h3><p class="price">${price}</p></article>`;
  });
  const body = kind === "without prices" ? "<p>Talk to us.</p>" : `<section class="plans">${cards.join("")}</section>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pricing - ${escaped(name)}</title></head>
<body><main><h1>Plans of ${escaped(name)}</h1>${body}</main></body></html>`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
