import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beginPurchase, bought, keyIn, linkIn } from "../lib/buyer.mjs";
import { measuredServer } from "../lib/measured.mjs";
import { startSandbox } from "../lib/sandbox.mjs";
import { ROOT } from "../lib/steps.mjs";
import { send } from "./send.mjs";

const SANDBOX_KEY = "sk_test_sandbox";
const KNOWN = [
  "slack",
  "notion",
  "github",
  "openai-api",
  "datadog",
  "google-maps-platform",
  "zapier",
  "anthropic-api",
  "nextcloud",
];
const CROWD = { "x-forwarded-for": "10.254.0.1" };

/** Returns the fuzz targets of a service that already runs, as any client sees it. */
export async function givenService(url) {
  return {
    ...(await readCatalogue(url)),
    url,
    key: process.env.FUZZ_KEY,
    webhookSecret: process.env.STRIPE_WEBHOOK_SECRET,
    objects: {},
    sessions: ["cs_test_x"],
    secrets: [process.env.FUZZ_KEY, process.env.STRIPE_WEBHOOK_SECRET].filter(Boolean),
    hosts: [new URL(url).host],
    logged: [],
    end: async () => [],
  };
}

/** Starts the built site on an empty embedded database with the sandbox, and buys one product of each kind. */
export async function ownService() {
  mkdirSync(join(ROOT, ".test"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".test", "fuzz-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [authSecret, cronSecret] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const logged = [];
  let sandbox;
  const server = await measuredServer(
    async (url) => {
      sandbox = await startSandbox({ ...process.env, SANDBOX_MEMORY: "1" }, `${url}/api/stripe/webhook`);
      process.once("exit", () => sandbox.stop());
      const own = { DATA_DIR: folder, TRUSTED_PROXIES: "1", AUTH_SECRET: authSecret, CRON_SECRET: cronSecret };
      return { ...sandbox.env, ...own };
    },
    {
      onLog(line) {
        // An indented line continues the previous line.
        if (/^\s/.test(line) && logged.length > 0) logged.push(`${logged.pop()}\n${line}`);
        else logged.push(line);
      },
    },
  );
  const { url } = server;
  const ask = (path, { headers, ...options } = {}) =>
    server.ask(path, { ...options, headers: { ...CROWD, ...headers } });
  const catalogue = await readCatalogue(url);
  const category = catalogue.products[0].category;
  const key = keyIn(await bought(ask, url, { kind: "subscription", interval: "month" }, "fuzz-key@example.com"));
  const link = linkIn(await bought(ask, url, { kind: "file", category }, "fuzz-file@example.com"));
  if (!key || !link) throw new Error("Nothing could be bought of the server that was started.");
  await beginPurchase(ask, url, { kind: "file", category });
  await beginPurchase(ask, url, { kind: "subscription", interval: "year" });
  const objects = await stripeObjects(sandbox.url);

  async function end() {
    const faults = logged
      .filter(isFault)
      .map((line) => ({ kind: `logged: ${messageOf(line)}`, detail: line.slice(0, 1_500) }));
    if (!server.isRunning()) return [...faults, { kind: "the server has ended", detail: "" }];
    const headers = { authorization: `Bearer ${cronSecret}` };
    const { status, body } = await ask("/api/cron/reconcile?repair=0", { headers });
    const { differences = [{ detail: `reconciling answered ${status}` }] } = JSON.parse(body);
    for (const one of differences)
      faults.push({ kind: "the ledger is not what was paid", detail: JSON.stringify(one) });
    await server.stop();
    sandbox.stop();
    return faults;
  }
  return {
    ...catalogue,
    url,
    key,
    webhookSecret: sandbox.env.STRIPE_WEBHOOK_SECRET,
    objects,
    sessions: objects["checkout.session"],
    secrets: [key, sandbox.env.STRIPE_WEBHOOK_SECRET, authSecret, cronSecret, link.split("/").at(-1), ROOT],
    // NextRequest uses the name localhost for this machine.
    hosts: [new URL(url).host, `localhost:${new URL(url).port}`, new URL(sandbox.url).host],
    logged,
    end,
  };
}

async function readCatalogue(url) {
  const ask = async (path) => JSON.parse((await send(url, { method: "GET", path, headers: CROWD })).body);
  const document = await ask("/api/v2/openapi.json");
  const { categories } = await ask("/api/v2/categories");
  const { results } = await ask("/api/v2/discover?limit=100");
  const { records } = await ask(`/api/v2/pricing?slugs=${KNOWN.join(",")}`);
  const products = [...records, ...results].map(({ slug, category }) => ({
    slug,
    category: category.slug ?? category,
  }));
  return {
    document,
    categories: [...categories.map(({ slug }) => slug), "team-chatt"],
    products,
    slugs: [...products.slice(0, 40).map(({ slug }) => slug), "no-such-product"],
    evidence: [...new Set(records.flatMap(({ evidence = [] }) => evidence.map(({ id }) => id)))].slice(0, 20),
    actions: actionsOfTheBuild(),
  };
}

/** Returns the ids of the build's server actions. */
function actionsOfTheBuild() {
  const file = join(ROOT, ".next", "server", "server-reference-manifest.json");
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, "utf8")).node) : ["0".repeat(42)];
}

/** Returns ids of the sandbox's objects for each kind of event. */
async function stripeObjects(sandboxUrl) {
  const idsOf = async (kind) => {
    const answer = await fetch(`${sandboxUrl}/v1/${kind}?limit=100`, {
      headers: { authorization: `Bearer ${SANDBOX_KEY}` },
    });
    return (await answer.json()).data.map(({ id }) => id);
  };
  const [session, subscription, customer, charge] = await Promise.all(
    ["checkout/sessions", "subscriptions", "customers", "payment_intents"].map(idsOf),
  );
  return {
    "checkout.session": session,
    "customer.subscription": subscription,
    customer,
    charge,
    invoice: subscription,
  };
}

/**
 * Returns whether a log line is an error. Ignores the ends of stack traces and Next.js's message about forms of an
 * earlier build.
 */
function isFault(line) {
  return !/^(?:[})]|$|Read more:|\(Use `node|Error: Failed to find Server Action)/.test(line);
}

function messageOf(line) {
  try {
    const { message, error, cause, route } = JSON.parse(line);
    return [message, route, (error ?? cause)?.message?.slice(0, 120)].filter(Boolean).join(": ");
  } catch {
    const [first = ""] = line.split("\n");
    return first.replace(/[0-9a-f-]{12,}|\(node:\d+\)/g, "…").slice(0, 120);
  }
}
