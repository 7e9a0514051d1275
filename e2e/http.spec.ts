import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type APIResponse, expect, test } from "@playwright/test";

/** Gives each test its own IP address. The test acts as the one proxy that the server trusts. */
const from = (address: string, spoofed?: string) => ({
  "x-forwarded-for": spoofed ? `${spoofed}, ${address}` : address,
});

async function expectProblem(response: APIResponse, status: number, code: string) {
  expect(response.status()).toBe(status);
  expect(response.headers()["content-type"]).toContain("application/problem+json");
  const problem = await response.json();
  expect(problem).toMatchObject({ status, code });
  for (const key of ["type", "title", "detail", "instance", "requestId"])
    expect(problem[key]).toEqual(expect.any(String));
  expect(typeof problem.retryable).toBe("boolean");
  expect(response.headers()["x-request-id"]).toBe(problem.requestId);
  expect(response.headers()["access-control-allow-origin"]).toBe("*");
  return problem;
}

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `product-${index}`).join(",");

const PROVOKED = [
  ["invalid_request", 400, "get", "/api/v2/pricing/slack?dept=full"],
  ["batch_too_large", 400, "get", `/api/v2/pricing?slugs=${slugs(21)}`],
  ["batch_too_large", 400, "get", `/api/v2/compare?slugs=${slugs(5)}`],
  ["product_not_found", 404, "get", "/api/v2/pricing/slakc"],
  ["category_not_found", 404, "get", "/api/v2/discover?category=team-chatt"],
  ["not_found", 404, "get", "/api/v2/nothing-here"],
  ["method_not_allowed", 405, "delete", "/api/v2/pricing/slack"],
  ["not_priced", 422, "get", "/api/v2/usage/slack?inputTokens=1000"],
] as const;

for (const [code, status, method, path] of PROVOKED) {
  test(`${method.toUpperCase()} ${path.slice(0, 60)} is ${code}, and its type explains it`, async ({ request }) => {
    const headers = from("203.0.113.1");
    const problem = await expectProblem(await request[method](path, { headers }), status, code);
    const page = await request.get(problem.type, { headers });
    expect(page.status()).toBe(200);
    expect(await page.text()).toContain(code);
  });
}

test("a misspelt name and parameter get the right one back", async ({ request }) => {
  const headers = from("203.0.113.2");
  const slug = await expectProblem(await request.get("/api/v2/pricing/slakc", { headers }), 404, "product_not_found");
  expect(slug.suggestions[0]).toBe("slack");
  const name = await expectProblem(
    await request.get("/api/v2/pricing/slack?dept=full", { headers }),
    400,
    "invalid_request",
  );
  expect(name.errors).toEqual([{ path: "dept", message: expect.stringContaining('"depth"') }]);
});

test("a body over 64 KiB is refused, whatever it says", async ({ request }) => {
  const data = { slug: "slack", seats: 5, tier: "x".repeat(70_000) };
  await expectProblem(
    await request.post("/api/v2/tco", { data, headers: from("203.0.113.3") }),
    413,
    "payload_too_large",
  );
});

test("a tier sold on request is 422 and names what is unknown", async ({ request }) => {
  const data = { slug: "notion", seats: 5, tier: "enterprise" };
  const problem = await expectProblem(
    await request.post("/api/v2/tco", { data, headers: from("203.0.113.4") }),
    422,
    "not_priced",
  );
  expect(problem.detail).toMatch(/enterprise/i);
});

test("of 130 requests in a minute from one address 120 pass, and a forged address gains nothing", async ({
  request,
}) => {
  const codes = new Map<number, number>();
  let refused: APIResponse | undefined;
  for (let index = 0; index < 130; index++) {
    const headers = from("203.0.113.5", `198.51.100.${index}`);
    const response = await request.get("/api/v2/pricing/slack?depth=summary", { headers });
    codes.set(response.status(), (codes.get(response.status()) ?? 0) + 1);
    if (response.status() === 429) refused = response;
  }
  expect([codes.get(200), codes.get(429)]).toEqual([120, 10]);
  if (!refused) throw new Error("nothing was refused");
  expect(refused.headers()["ratelimit-policy"]).toBe('"keyless";q=120;w=60');
  expect(refused.headers().ratelimit).toMatch(/^"keyless";r=0;t=\d+$/);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  const problem = await expectProblem(refused, 429, "rate_limited");
  expect(problem).toMatchObject({
    type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
    retryable: true,
    "violated-policies": expect.any(Array),
  });
  const other = await request.get("/api/v2/pricing/slack", { headers: from("203.0.113.6") });
  expect(other.status()).toBe(200);
});

test("an unchanged answer is 304, HEAD has the headers of GET, and a browser may read all of them", async ({
  request,
}) => {
  const headers = from("203.0.113.7");
  const get = await request.get("/api/v2/pricing/notion", { headers });
  const { etag } = get.headers();
  expect(etag).toBeTruthy();
  const again = await request.get("/api/v2/pricing/notion", {
    headers: { ...headers, "if-none-match": etag as string },
  });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
  const head = await request.head("/api/v2/pricing/notion", { headers });
  for (const name of ["etag", "last-modified", "cache-control", "content-type"])
    expect(head.headers()[name]).toBe(get.headers()[name]);
  for (const name of ["ETag", "Last-Modified", "RateLimit", "X-Request-Id"]) {
    expect(get.headers()["access-control-expose-headers"]).toContain(name);
  }
});

test("a connection that rested is used again", async ({ baseURL }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
      const asked = get(`${baseURL}/api/health`, { agent }, (answer) => {
        answer.resume();
        answer.once("end", () => resolve({ status: answer.statusCode, reused: asked.reusedSocket }));
      });
      asked.once("error", reject);
    });
  await ask();
  // Longer than Node.js's default keep-alive timeout.
  await sleep(8_000);
  expect(await ask()).toEqual({ status: 200, reused: true });
  agent.destroy();
});

/** Returns the raw header lines of a response. The request target may have any form. */
const rawAnswer = (baseURL: string | undefined, path: string) =>
  new Promise<{ status?: number; locations: string[] }>((resolve, reject) => {
    const { hostname, port } = new URL(baseURL ?? "");
    get({ hostname, port, path }, (answer) => {
      const { statusCode: status, rawHeaders } = answer.resume();
      const locations = rawHeaders.filter((_, at) => at % 2 === 1 && /^location$/i.test(rawHeaders[at - 1] ?? ""));
      resolve({ status, locations });
    }).once("error", reject);
  });

test("a redirect has one Location header", async ({ baseURL }) => {
  const product = "/software/team-chat/slack";
  for (let time = 1; time <= 2; time++) {
    expect(await rawAnswer(baseURL, "/software/crm/slack"), `time ${time}`).toEqual({
      status: 308,
      locations: [product],
    });
    expect((await rawAnswer(baseURL, "/compare?products=slack,notion")).locations.length).toBeLessThan(2);
    expect((await rawAnswer(baseURL, "/data-licenses")).locations).toEqual(["/license"]);
  }
});

test("a request with an absolute URL is answered like one with a path", async ({ baseURL }) => {
  for (const path of ["/api/v2/pricing/slack", "/api/health", "/pricing", "/llms.txt"]) {
    expect(await rawAnswer(baseURL, `${baseURL}${path}`), path).toEqual({ status: 200, locations: [] });
  }
});

test("answers are compressed for who takes it, and are the same answers", async ({ request }) => {
  for (const path of ["/api/v2/pricing/slack", "/llms-full.txt", "/software/team-chat/slack.md"]) {
    const [small, plain] = await Promise.all(
      ["gzip", "identity"].map((accepted) =>
        request.get(path, { headers: { "accept-encoding": accepted, ...from("203.0.113.9") } }),
      ),
    );
    expect(small?.headers()["content-encoding"], path).toBe("gzip");
    expect(small?.headers().vary?.toLowerCase()).toContain("accept-encoding");
    expect(plain?.headers()["content-encoding"]).toBeUndefined();
    expect(await small?.text()).toBe(await plain?.text());
  }
});

test("scripts and styles are sent as Brotli to who takes it, and are the same files", async ({ request }) => {
  const page = await (await request.get("/")).text();
  const files = new Set(page.match(/\/_next\/static\/[^"]+\.(?:js|css)/g));
  expect(files.size).toBeGreaterThan(3);
  for (const file of files) {
    const [small, whole] = await Promise.all(
      ["gzip, br", "identity"].map((accepted) => request.get(file, { headers: { "accept-encoding": accepted } })),
    );
    expect(small?.headers()).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(small?.headers()["content-type"]).toBe(whole?.headers()["content-type"]);
    expect(await small?.text()).toBe(await whole?.text());
  }
});

test("what cannot be compared because nothing of it is priced is said, and is no fault of the server", async ({
  request,
}) => {
  const asked = await request.get("/api/v2/compare?slugs=github,perforce");
  expect(await asked.json()).toMatchObject({ code: "not_priced" });
  expect((await request.get("/compare/github-vs-perforce")).status()).toBe(404);
});

test("a page opened at another name of this machine redirects to the site", { tag: "@any-width" }, async ({
  request,
  baseURL,
}) => {
  const site = new URL(baseURL ?? "");
  const other = `http://127.0.0.1:${site.port}`;
  for (const path of ["/pricing", "/pricing", "/sign-in?to=/account", "/software/team-chat/slack"]) {
    const answer = await request.get(other + path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([307, site.origin + path]);
  }
  for (const path of ["/api/health", "/llms.txt", "/api/v2/categories"]) {
    expect((await request.get(other + path, { maxRedirects: 0 })).status(), path).toBe(200);
  }
});
