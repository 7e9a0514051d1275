import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { DOOR, openDoor } from "./door";
import { Problem } from "./problem";

const SETTINGS = { siteName: "Acme Prices", siteUrl: "https://prices.example.com", trustedProxies: 1 };
const open: { server: Server; sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

type Door = Parameters<typeof openDoor>[1];

/** `kept`: the response that is sent at once to every request. */
async function served(
  next: RequestListener,
  limits: Partial<typeof DOOR> = {},
  {
    settings = SETTINGS,
    kept = null as RequestListener | null,
    charge = (() => {}) as Door["charge"],
    meter = (() => null) as Door["meter"],
  } = {},
) {
  const server = createServer({ highWaterMark: 128 * 1_024 });
  const front: Door = {
    charge,
    meter,
    serve: async (request, response) => next(request, response),
    mayBeQuick: () => kept !== null,
    quick: (request, response) => {
      kept?.(request, response);
      return kept !== null;
    },
  };
  openDoor(server, front, { ...DOOR, ...limits }, settings);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  open.push({ server, sockets });
  const raw = () => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("data", (data) => (text += String(data))).on("error", () => {});
    sockets.push(socket);
    return { socket, text: () => text, closed };
  };
  return { url: `http://127.0.0.1:${port}`, port, raw, server };
}

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, "Host: x", ...headers].join("\r\n")}\r\n\r\n`;
const busyFor = (milliseconds: number) => {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds);
};
const answers = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? [];

/** Renders each page for a while, and records how many were rendered at the same time. */
function drawing(milliseconds: number) {
  const seen = { now: 0, most: 0, drawn: [] as string[] };
  const next: RequestListener = async (request, response) => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    seen.drawn.push(request.url ?? "");
    await sleep(milliseconds);
    seen.now -= 1;
    response.end("drawn");
  };
  return { seen, next };
}

/** Work that occupies the main thread, in short turns, until it is stopped. */
function endlessWork() {
  let isOver = false;
  const work = {
    started: 0,
    running: 0,
    end: () => {
      isOver = true;
    },
    async run(response: ServerResponse) {
      work.started += 1;
      work.running += 1;
      while (!isOver) {
        busyFor(5);
        await nextTurn();
      }
      work.running -= 1;
      response.end("done");
    },
  };
  return work;
}

describe("one connection", () => {
  test("its requests are answered one at a time and in their order", async () => {
    const { seen, next } = drawing(5);
    const { raw } = await served(next);
    const { socket, text } = raw();
    const paths = Array.from({ length: 20 }, (_, n) => `/${n}`);
    socket.write(paths.map((path) => get(path)).join(""));
    await expect.poll(() => answers(text()).length).toBe(20);
    expect(seen).toMatchObject({ most: 1, drawn: paths });
  });

  test("with more requests waiting on it than it may have it is closed, and they are not drawn", async () => {
    const { seen, next } = drawing(20);
    const { raw } = await served(next, { pipelined: 8 });
    const { socket, closed } = raw();
    socket.write(get("/coverage").repeat(1_000));
    await closed;
    await sleep(60);
    expect(seen.drawn.length).toBeLessThan(8);
  });

  test("what is kept is answered in its order, and to who reads nothing once", async () => {
    const big = Buffer.alloc(8_000_000);
    let answered = 0;
    const kept: RequestListener = (request, response) => {
      answered += 1;
      response.end(request.url === "/big" ? big : request.url);
    };
    const { raw, server } = await served(() => {}, { pipelined: 8 }, { kept });
    const reading = raw();
    const paths = Array.from({ length: 8 }, (_, n) => `/${n}`);
    reading.socket.write(paths.map((path) => get(path)).join(""));
    await expect.poll(() => answers(reading.text()).length).toBe(8);
    expect(reading.text().match(/\/\d$|\/\d(?=HTTP)/g)).toEqual(paths);

    answered = 0;
    const { socket } = raw();
    socket.pause();
    socket.write(get("/big").repeat(1_000));
    await once(server, "request");
    await sleep(60);
    expect(answered).toBeLessThan(3);
  });

  test("a reader who does not read is given up", async () => {
    const big = Buffer.alloc(8_000_000);
    const { raw, server } = await served((_, response) => void response.end(big), { stalledMs: 200 });
    const { socket } = raw();
    socket.pause();
    socket.write(get("/coverage"));
    await once(server, "request");
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
  });

  test("who waits for scheduled work is not given up as one on whose connection nothing moves", async () => {
    const { url } = await served(drawing(900).next, { stalledMs: 400 });
    expect(await (await fetch(`${url}/api/cron/verify`)).text()).toBe("drawn");
    await expect(fetch(`${url}/coverage`)).rejects.toThrow();
  });

  test.each(["websocket", "h2c"])(
    "an offer of %s is not taken up: the request is answered as it stands",
    async (protocol) => {
      const { raw } = await served((_, response) => void response.end("plain"));
      const { socket, text } = raw();
      socket.write(
        get("/", `Upgrade: ${protocol}`, "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQ"),
      );
      await expect.poll(text).toContain("plain");
      expect(answers(text())).toEqual(["HTTP/1.1 200"]);
    },
  );
});

describe("many connections", () => {
  test("one address has so many answers made at a time; another is served meanwhile", async () => {
    const { seen, next } = drawing(50);
    const { url } = await served(next, { atOncePerAddress: 2, atOnce: 10 });
    const ask = (address: string) => fetch(url, { headers: { "x-forwarded-for": address } });
    let answered = 0;
    const counted = (response: Response) => {
      answered += 1;
      return response;
    };
    const many = Promise.all(Array.from({ length: 12 }, () => ask("192.0.2.1").then(counted)));
    await sleep(10);
    expect((await ask("192.0.2.2")).status).toBe(200);
    // If it waited for all of them, it would be last.
    expect(answered).toBeLessThan(10);
    expect((await many).every(({ status }) => status === 200)).toBe(true);
    expect(seen.most).toBe(3);
  });

  test("who waits where there is no room, or too long, is told when to come again", async () => {
    const { next } = drawing(200);
    const { url } = await served(next, { atOnce: 1, waitingPerAddress: 2, waitMs: 50 });
    const all = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/api/v2/discover`)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 503, 503, 503, 503]);
    const refused = all.find(({ status }) => status === 503);
    expect(refused?.headers.get("retry-after")).toBe("2");
    expect(await refused?.json()).toMatchObject({ code: "unavailable", status: 503, retryable: true });
  });

  test("answers health checks and static files at once, and queues downloads", async () => {
    const work = endlessWork();
    const { url } = await served(
      (request, response) => (request.url === "/coverage" ? work.run(response) : void response.end("here")),
      { atOnce: 1, waiting: 0 },
    );
    const page = fetch(`${url}/coverage`);
    await expect.poll(() => work.running).toBe(1);
    const paths = ["/files/abc", "/api/v2/bulk?category=crm", "/api/health", "/api/ready", "/_next/static/x.js"];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
    expect(statuses).toEqual([503, 503, 200, 200, 200]);
    work.end();
    expect((await page).status).toBe(200);
  });

  test("keeps the place of an aborted request until its work ends", async () => {
    const work = endlessWork();
    const { url } = await served(
      (request, response) => (request.url === "/cheap" ? void response.end("cheap") : work.run(response)),
      { atOnce: 1 },
    );
    const reader = new AbortController();
    const ask = () => fetch(url, { signal: reader.signal }).catch(() => "aborted");
    const aborted = [ask()];
    await expect.poll(() => work.running).toBe(1);
    aborted.push(ask(), ask(), ask());
    await sleep(50);
    reader.abort();
    expect(await Promise.all(aborted)).toEqual(["aborted", "aborted", "aborted", "aborted"]);
    let isAnswered = false;
    const cheap = fetch(`${url}/cheap`).then((response) => {
      isAnswered = true;
      return response.text();
    });
    await sleep(500);
    expect([isAnswered, work.started]).toEqual([false, 1]);
    work.end();
    expect(await cheap).toBe("cheap");
    // Requests whose client left before their turn are never started.
    expect(work.started).toBe(1);
  });

  test("frees the place of a request that waits for something else", async () => {
    const { url } = await served(
      (request, response) => {
        if (request.url === "/cheap") response.end("cheap");
      },
      { atOnce: 1 },
    );
    const waiting = fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => "no answer");
    await sleep(20);
    expect(await (await fetch(`${url}/cheap`)).text()).toBe("cheap");
    expect(await waiting).toBe("no answer");
  });

  test("serves the client that used the least time first", async () => {
    const order: string[] = [];
    const { url } = await served(
      (request, response) => {
        const client = String(request.headers["x-forwarded-for"]);
        order.push(client);
        busyFor(client === "192.0.2.1" ? 50 : 1);
        response.end();
      },
      { atOnce: 1 },
    );
    const ask = (client: string) => fetch(url, { headers: { "x-forwarded-for": client } });
    await ask("192.0.2.1");
    const heavy = Array.from({ length: 5 }, () => ask("192.0.2.1"));
    await expect.poll(() => order.length).toBeGreaterThan(1);
    await ask("192.0.2.2");
    await Promise.all(heavy);
    expect(order.indexOf("192.0.2.2")).toBeLessThan(4);
  });

  test("slowly sent bodies take no places", async () => {
    const { url, raw } = await served((_, response) => void response.end("here"), { atOnce: 1, waiting: 0 });
    const slow = Array.from({ length: 5 }, () => raw());
    for (const { socket } of slow) {
      socket.write("POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{");
    }
    await sleep(50);
    expect(await (await fetch(url)).text()).toBe("here");
    slow[0]?.socket.write("x".repeat(999));
    await expect.poll(() => slow[0]?.text()).toContain("here");
  });

  test("answers the next request on a connection if the body of the one before was not read", async () => {
    const { raw } = await served((_, response) => void response.end("here"));
    const { socket, text } = raw();
    const size = 400_000;
    socket.write(`POST /watch HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(size)}`);
    await expect.poll(() => answers(text()).length).toBe(1);
    socket.write(get("/"));
    await expect.poll(() => answers(text()).length, { timeout: 3_000 }).toBe(2);
  });

  test("charges a client for the main-thread time above what a request covers", async () => {
    const charges: [string, number][] = [];
    const { url } = await served(
      (_, response) => {
        busyFor(500);
        response.end();
      },
      {},
      { charge: (_request, bucket, units) => charges.push([bucket, units]) },
    );
    // The first three of a kind load its code, so they are not charged.
    for (let sent = 0; sent < 4; sent++) await fetch(url, { headers: { "x-forwarded-for": "192.0.2.1" } });
    await expect.poll(() => charges.length).toBe(1);
    const [[client, units] = ["", 0]] = charges;
    expect(client).toBe("192.0.2.1");
    expect(units).toBeGreaterThan(0);
  });

  test("one address has so many connections, unless a proxy stands before us", async () => {
    const idle: RequestListener = (_, response) => void response.end("here");
    const direct = await served(idle, { connectionsPerAddress: 3 }, { settings: { ...SETTINGS, trustedProxies: 0 } });
    const opened = Array.from({ length: 4 }, () => direct.raw());
    await opened[3]?.closed;
    opened[0]?.socket.write(get("/"));
    await expect.poll(() => opened[0]?.text()).toContain("here");

    const proxied = await served(idle, { connectionsPerAddress: 3 });
    const fourth = Array.from({ length: 4 }, () => proxied.raw())[3];
    fourth?.socket.write(get("/"));
    await expect.poll(() => fourth?.text()).toContain("here");
  });

  test("closes the oldest connection of the client with the most when all are taken", async () => {
    const settings = { ...SETTINGS, trustedProxies: 0 };
    const { raw, port } = await served((_, response) => void response.end("here"), { connections: 5 }, { settings });
    const connections = [];
    for (let count = 0; count < 5; count++) {
      connections.push(raw());
      await sleep(20);
    }
    const other = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    let answer = "";
    other.on("data", (data) => (answer += String(data)));
    other.write(get("/", "Connection: close"));
    await connections[0]?.closed;
    await expect.poll(() => answer).toContain("here");
    expect(connections.slice(1).every(({ socket }) => !socket.closed)).toBe(true);
  });

  test("where nearly all connections are taken, those that rest are closed", async () => {
    const { raw } = await served((_, response) => void response.end("here"), { connections: 4 });
    const resting = raw();
    resting.socket.write(get("/"));
    await expect.poll(resting.text).toContain("here");
    raw();
    raw();
    raw();
    await resting.closed;
  });
});

describe("what is refused", () => {
  const refusals = { next: () => expect.unreachable() };

  test.each([
    ["TRACE", 405],
    ["PROPFIND", 405],
    ["BREW", 405],
    ["nonsense", 400],
  ])("%s is answered %i by us", async (method, status) => {
    const { raw } = await served(refusals.next);
    const { socket, text } = raw();
    socket.write(method === "nonsense" ? "\x01\x02\r\n\r\n" : `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(text).toContain("application/problem+json");
    expect(answers(text())).toEqual([`HTTP/1.1 ${status}`]);
    if (status === 405) expect(text()).toMatch(/^Allow: GET, HEAD, OPTIONS/m);
  });

  test("charges what no handler charges, and refuses it when the quota is used up", async () => {
    let left = 2;
    const meter = () => (left-- > 0 ? null : new AppError("rate_limited", "Too many requests.", { retryAfter: 9 }));
    const { url } = await served((_, response) => void response.end("here"), {}, { meter });
    const send = (method: string) => fetch(`${url}/api/v2/discover`, { method });
    expect((await send("OPTIONS")).status).toBe(200);
    expect((await send("PROPFIND")).status).toBe(405);
    const refused = await send("OPTIONS");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "9"]);
    expect(await refused.json()).toMatchObject({ code: "rate_limited", "violated-policies": ["pages"] });
    expect((await send("GET")).status).toBe(200);
  });

  test.each([
    ["OPTIONS", "204"],
    ["GET", "400"],
  ])("%s * is answered %s", async (method, status) => {
    const { raw } = await served(refusals.next);
    const { socket, text } = raw();
    socket.write(`${method} * HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => answers(text())).toEqual([`HTTP/1.1 ${status}`]);
  });

  test("a request target of another scheme is refused", async () => {
    const { raw } = await served((_, response) => response.end("served"));
    const { socket, text, closed } = raw();
    socket.write(get("ftp://prices.example.com/", "Connection: close"));
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 400 /);
    expect(text()).toContain("must be a path");
  });

  test("the absolute form of a request target means its path", async () => {
    const { raw } = await served((request, response) => response.end(`served ${request.url}`));
    const { socket, text, closed } = raw();
    socket.write(get("http://prices.example.com/api/v2/pricing?slugs=acme", "Connection: close"));
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 200 /);
    expect(text()).toContain("served /api/v2/pricing?slugs=acme");
  });

  test("a page's state that cannot be read, but not one that can", async () => {
    const { url } = await served((_, response) => void response.end("drawn"));
    const asked = async (state: string) =>
      (await fetch(`${url}/terms`, { headers: { "next-router-state-tree": state } })).status;
    for (const state of ["null", "x", "%", "%5B%5D", "a".repeat(14_000)]) expect(await asked(state)).toBe(400);
    const tree = ["", { children: ["terms", { children: ["__PAGE__", {}] }] }, null, null];
    expect(await asked(encodeURIComponent(JSON.stringify(tree)))).toBe(200);
  });

  test("what cannot be read is told of in the shape of every error, and to HEAD without a body", async () => {
    const { raw } = await served(refusals.next);
    const asked = async (method: string) => {
      const { socket, text, closed } = raw();
      socket.write(Buffer.from(`${method} /x\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n`, "latin1"));
      await closed;
      return text().split("\r\n\r\n");
    };
    const [head = "", body = ""] = await asked("GET");
    expect(head).toMatch(/^HTTP\/1\.1 400/);
    expect(Problem.parse(JSON.parse(body))).toMatchObject({ status: 400, code: "invalid_request" });
    expect((await asked("HEAD"))[1]).toBe("");
  });

  test("an address too long to be one of ours, and a NUL in a path, however often encoded", async () => {
    const { url } = await served(refusals.next);
    for (const path of [
      `/${"a".repeat(15_000)}`,
      `/search?q=${"a".repeat(9_000)}`,
      "/compare/a%00b",
      "/compare/a%2500b",
    ]) {
      const response = await fetch(url + path);
      expect([path.slice(0, 20), response.status, ((await response.json()) as { code: string }).code]).toEqual([
        path.slice(0, 20),
        400,
        "invalid_request",
      ]);
    }
    const page = await fetch(`${url}/${"a".repeat(2_000)}`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toContain("text/html");
  });

  test("a form of another site is refused before it is logged as a fault", async () => {
    const { url } = await served((_, response) => void response.end());
    const post = async (path: string, origin: string, action = "x") =>
      (await fetch(url + path, { method: "POST", headers: { origin, ...(action && { "next-action": action }) } }))
        .status;
    expect(await post("/account", "https://evil.example")).toBe(400);
    expect(await post("/account", "null")).toBe(400);
    expect(await post("/account", SETTINGS.siteUrl)).toBe(200);
    expect(await post("/account", url)).toBe(400);
    // Routes check this themselves.
    expect(await post("/checkout/start", "https://evil.example", "")).toBe(200);
  });

  test("a browser that came by https is told to come by it again, and only such a one", async () => {
    const answer: RequestListener = (_, response) => void response.end();
    const [secure, plain] = [
      await served(answer),
      await served(answer, {}, { settings: { ...SETTINGS, siteUrl: "http://localhost:3000" } }),
    ];
    expect((await fetch(secure.url)).headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect((await fetch(plain.url)).headers.get("strict-transport-security")).toBeNull();
  });

  test("headers that only we may set do not reach a route", async () => {
    let names: string[] = [];
    const { url } = await served((request, response) => {
      names = Object.keys(request.headers);
      response.end();
    });
    await fetch(url, { headers: { "x-missing-page": "1", "x-asked-path": "/x", "x-other": "1" } });
    expect(names).toContain("x-other");
    expect(names.filter((name) => name.startsWith("x-missing") || name.startsWith("x-asked"))).toEqual([]);
  });
});
