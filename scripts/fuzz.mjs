// Sends valid and broken requests, the same ones for the same seed. Reports every response that violates the contract:
// a 5xx, an undocumented status or format, leaked secrets, or unpaid data.
//   npm run fuzz [-- address] [--requests=50000] [--seed=1] [--surface=rest,mcp,pages,forms,webhooks] [--only=number]
// Without an address, starts the built site on an empty embedded database, with the payments sandbox. A given service
// must run with TRUSTED_PROXIES=1, so that no rate limit hides responses. FUZZ_KEY is a subscriber's key, and
// STRIPE_WEBHOOK_SECRET signs events. --only repeats one request of a seed and shows the response. Exits with 1 after
// any finding.
import { parseArgs } from "node:util";
import { formRequests } from "./fuzz/forms.mjs";
import { judgedBy } from "./fuzz/judge.mjs";
import { mcpRequests } from "./fuzz/mcp.mjs";
import { pageRequests } from "./fuzz/pages.mjs";
import { choicesFor } from "./fuzz/random.mjs";
import { restRequests } from "./fuzz/rest.mjs";
import { send } from "./fuzz/send.mjs";
import { givenService, ownService } from "./fuzz/service.mjs";
import { webhookRequests } from "./fuzz/webhooks.mjs";

/** Weights per hundred requests. */
const SURFACES = {
  rest: [35, restRequests],
  mcp: [20, mcpRequests],
  pages: [30, pageRequests],
  forms: [8, formRequests],
  webhooks: [7, webhookRequests],
};
const AT_ONCE = 8;
const TOLD_EVERY = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: "string", default: "50000" },
    seed: { type: "string", default: "1" },
    surface: { type: "string", default: Object.keys(SURFACES).join(",") },
    only: { type: "string" },
  },
});
const [address] = positionals;
const seed = Number(values.seed);
const total = Number(values.requests);

const service = address ? await givenService(address) : await ownService();
const judged = judgedBy(service);
const surfaces = await Promise.all(
  values.surface.split(",").map(async (name) => {
    const [share, requests] = SURFACES[name];
    return [share, await requests(service), name];
  }),
);

/** @param {number} number starts at 0 */
async function requestOf(number) {
  const choices = choicesFor(seed, number);
  const [, make, surface] = choices.weighed(surfaces);
  const request = await make(choices);
  const sender = `10.${choices.below(250)}.${choices.below(256)}.${choices.below(256)}`;
  const length = request.body === undefined ? {} : { "content-length": Buffer.byteLength(request.body) };
  return { ...request, number, surface, headers: { "x-forwarded-for": sender, ...length, ...request.headers } };
}

const faults = new Map();
function note(kind, detail) {
  const known = faults.get(kind);
  if (known) return void known.count++;
  faults.set(kind, { count: 1, detail });
  console.log(`✗ ${kind}`);
}

/** Returns the request in shortened form. */
function shown({ number, method, path, headers, body }) {
  const lines = [`${method} ${path.slice(0, 400)}`, JSON.stringify(headers).slice(0, 600), body?.slice(0, 600)];
  return `--seed=${seed} --only=${number}${values.surface ? ` --surface=${values.surface}` : ""}\n    ${lines.filter(Boolean).join("\n    ")}`;
}

const statuses = new Map();
async function tried(request) {
  let answer;
  try {
    answer = await send(service.url, request);
  } catch (error) {
    note(`${request.kind}: no answer (${error.code ?? error.message})`, shown(request));
    return null;
  }
  const told = `${request.kind} ${answer.status}`;
  statuses.set(told, (statuses.get(told) ?? 0) + 1);
  const fault = judged(request, answer);
  if (fault) note(`${request.kind}: ${fault.slice(0, 300)}`, `${shown(request)}\n    → ${answer.body.slice(0, 300)}`);
  return answer;
}

const started = Date.now();
if (values.only === undefined) {
  // Requests are created one after the other, because their generators have state.
  let made = 0;
  let turn = Promise.resolve();
  const next = () => {
    if (made >= total) return null;
    if (made % TOLD_EVERY === 0 && made > 0) console.log(`${made} of ${total} requests, ${faults.size} kinds of fault`);
    const number = made++;
    turn = turn.then(() => requestOf(number));
    return turn;
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let request = next(); request; request = next()) await tried(await request);
    }),
  );
} else {
  const request = await requestOf(Number(values.only));
  const answer = await tried(request);
  console.log(shown(request), "\n", answer?.status, answer?.headers, `\n${answer?.body.slice(0, 4_000)}`);
}
for (const { kind, detail } of await service.end()) note(kind, detail);

for (const [told, count] of [...statuses].sort()) console.log(String(count).padStart(7), told);
for (const [kind, { count, detail }] of faults) console.log(`\n${count} × ${kind}\n    ${detail}`);
const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `\n${sent} requests in ${Math.round((Date.now() - started) / 1_000)} s, seed ${seed}: ${faults.size} kinds of fault`,
);
process.exitCode = faults.size > 0 ? 1 : 0;
