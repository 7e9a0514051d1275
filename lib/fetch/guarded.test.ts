import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import {
  bytesOf,
  guarded,
  type Open,
  type OpenOptions,
  open,
  type ResolvedAddress,
  redirectTarget,
  TEXT_TYPES,
} from "./guarded";

const LIMITS = { maxBytes: 10_000, timeoutMs: 30_000 };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener, host = "127.0.0.1", port = 0): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

const answersTo = (address: string): ResolvedAddress => ({ address, family: address.includes(":") ? 6 : 4 });

/** Resolves each name to its next answer. The last answer repeats. */
function resolver(answers: Record<string, string[][]>) {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (hostname: string) => {
      const rounds = answers[hostname] ?? [];
      const round = rounds[Math.min(asked.filter((name) => name === hostname).length, rounds.length - 1)] ?? [];
      asked.push(hostname);
      return round.map(answersTo);
    },
  };
}

/** Treats 127.0.0.1 as the public internet and everything else as a private network, on any port. */
const loopbackIsPublic: Open = guarded({ address: (ip) => ip === "127.0.0.1", port: () => true });

async function textOf(url: string, options: Partial<OpenOptions> = {}, by: Open = open): Promise<string> {
  return Buffer.from(await bytesOf(await by(url, { ...LIMITS, ...options }))).toString();
}

const local = { allowPrivate: true };

describe("addresses", () => {
  test.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "data:text/html,hello",
    "http://user@example.com/",
    "http://user:password@example.com/",
    "http://:password@example.com/",
    "http://example.com:0x50/",
    "http://example.com:22/",
    "http://example.com:8080/",
    "https://example.com:8443/",
    "http://[fe80::1%25eth0]/",
    "//example.com/",
    "not an address",
    `http://example.com/${"a".repeat(2_048)}`,
  ])("%s is not asked for", async (url) => {
    const { asked, resolve } = resolver({ "example.com": [["127.0.0.1"]] });
    const everywhere = guarded({ address: () => true, port: (port) => port === 80 || port === 443 });
    await expect(everywhere(url, { ...LIMITS, resolve })).rejects.toMatchObject({ code: "bad_address" });
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://0x7f000001/",
    "http://①②⑦.⓪.⓪.①/",
    "http://0/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "https://192.168.0.1/",
  ])("%s is refused without a look-up", async (url) => {
    const { asked, resolve } = resolver({});
    await expect(open(url, { ...LIMITS, resolve })).rejects.toMatchObject({ code: "private_address" });
    expect(asked).toEqual([]);
  });

  test.each([
    ["a private address", ["10.1.2.3"]],
    ["a public one and a private one", ["93.184.215.14", "192.168.1.1"]],
    ["a mapped one", ["::ffff:10.0.0.1"]],
    ["another spelling", ["0x7f.0.0.1"]],
  ])("a name that resolves to %s is refused", async (_, addresses) => {
    const { resolve } = resolver({ "inside.example.com": [addresses] });
    await expect(open("http://inside.example.com/", { ...LIMITS, resolve })).rejects.toMatchObject({
      code: "private_address",
    });
  });

  test("the message names no address that was looked up", async () => {
    const { resolve } = resolver({ "inside.example.com": [["10.1.2.3"]] });
    const error: Error = await open("http://inside.example.com/", { ...LIMITS, resolve }).catch((thrown) => thrown);
    expect(error.message).toBe("inside.example.com is not an address of the public internet.");
  });

  test("a name without an address is not found, and so is one whose look-up fails", async () => {
    for (const resolve of [async () => [], () => Promise.reject(new Error("ENOTFOUND"))]) {
      await expect(open("http://nowhere.example.com/", { ...LIMITS, resolve })).rejects.toMatchObject({ code: "dns" });
    }
  });

  test("private addresses are reached only where they are let in", async () => {
    const port = await serve((_, response) => response.end("inside"));
    await expect(textOf(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "private_address" });
    expect(await textOf(`http://127.0.0.1:${port}/`, local)).toBe("inside");
  });
});

describe("DNS rebinding", () => {
  test("the connection goes to the address that was checked, though the name has another by then", async () => {
    const port = await serve((_, response) => response.end("checked"));
    await serve((_, response) => response.end("rebound"), "127.0.0.2", port);
    const { asked, resolve } = resolver({ "acme.example.com": [["127.0.0.1"], ["127.0.0.2"]] });
    expect(await textOf(`http://acme.example.com:${port}/`, { resolve }, loopbackIsPublic)).toBe("checked");
    expect(asked).toEqual(["acme.example.com"]);
    // The stand-in really rebinds: a second lookup yields the other IP address.
    expect(await textOf(`http://acme.example.com:${port}/`, { resolve, ...local })).toBe("rebound");
  });

  test("a name that answers otherwise after a redirect to itself is checked again", async () => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: "/again" }).end();
    });
    await serve((_, response) => response.end("rebound"), "127.0.0.2", port);
    const { resolve } = resolver({ "acme.example.com": [["127.0.0.1"], ["127.0.0.2"]] });
    await expect(textOf(`http://acme.example.com:${port}/`, { resolve }, loopbackIsPublic)).rejects.toMatchObject({
      code: "private_address",
    });
    expect(asked).toBe(1);
  });
});

describe("redirects", () => {
  const redirecting: RequestListener = ({ url = "/" }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end("arrived");
    else response.writeHead(301 + (left % 2), { location: `/${left - 1}` }).end();
  };

  test("five are followed, a sixth is not", async () => {
    const port = await serve(redirecting);
    expect(await textOf(`http://127.0.0.1:${port}/5`, local)).toBe("arrived");
    await expect(textOf(`http://127.0.0.1:${port}/6`, local)).rejects.toMatchObject({ code: "too_many_redirects" });
  });

  test("the answer tells where it was read in the end", async () => {
    const port = await serve(redirecting);
    const answer = await open(`http://127.0.0.1:${port}/2#plans`, { ...LIMITS, ...local });
    expect(answer.url).toBe(`http://127.0.0.1:${port}/0`);
    answer.discard();
  });

  test.each(["http://127.0.0.2/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/", "http://localhost/"])(
    "one to %s is refused",
    async (location) => {
      const port = await serve((_, response) => response.writeHead(302, { location }).end());
      const { resolve } = resolver({ localhost: [["127.0.0.2"]] });
      await expect(textOf(`http://127.0.0.1:${port}/`, { resolve }, loopbackIsPublic)).rejects.toMatchObject({
        code: "private_address",
      });
    },
  );

  test.each(["file:///etc/passwd", "http://user:pass@127.0.0.1/", "javascript:alert(1)", "http://"])(
    "one to %s is refused",
    async (location) => {
      const port = await serve((_, response) => response.writeHead(302, { location }).end());
      await expect(textOf(`http://127.0.0.1:${port}/`, local)).rejects.toMatchObject({ code: "bad_address" });
    },
  );

  test("from https to http none is followed, the other way it is", () => {
    const at = (url: string) => new URL(url);
    expect(() => redirectTarget(at("https://example.com/"), 301, "http://example.com/")).toThrow(/from https to http/);
    expect(redirectTarget(at("http://example.com/a/"), 308, "https://example.com/b")?.href).toBe(
      "https://example.com/b",
    );
    expect(redirectTarget(at("https://example.com/a/"), 307, "../b?c=d#e")?.href).toBe("https://example.com/b?c=d");
    expect(redirectTarget(at("https://example.com/"), 300, "/b")).toBeNull();
    expect(redirectTarget(at("https://example.com/"), 304, "/b")).toBeNull();
    expect(redirectTarget(at("https://example.com/"), 302, undefined)).toBeNull();
  });

  test("another origin is not told what was meant for the first", async () => {
    const heard: Record<string, IncomingMessage["headers"]> = {};
    const port = await serve(({ headers }, response) => {
      heard[headers.host ?? ""] = headers;
      if (headers.host?.startsWith("one.")) response.writeHead(302, { location: `http://two.example.com:${port}/` });
      response.end();
    });
    const { resolve } = resolver({ "one.example.com": [["127.0.0.1"]], "two.example.com": [["127.0.0.1"]] });
    const headers = { Authorization: "Bearer x", Cookie: "a=b", "If-None-Match": '"1"', "User-Agent": "acme/1.0" };
    await textOf(`http://one.example.com:${port}/`, { headers, resolve, ...local });
    expect(heard[`one.example.com:${port}`]).toMatchObject({ authorization: "Bearer x", "if-none-match": '"1"' });
    const second = heard[`two.example.com:${port}`];
    expect(second).toMatchObject({ "user-agent": "acme/1.0" });
    for (const name of ["authorization", "cookie", "if-none-match"]) expect(second).not.toHaveProperty(name);
  });

  test("where they are to be handed back, none is followed", async () => {
    const port = await serve(redirecting);
    const answer = await open(`http://127.0.0.1:${port}/3`, { ...LIMITS, ...local, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/2"]);
    answer.discard();
  });
});

describe("limits", () => {
  test("a body of the limit is read, one byte more is not, whether it is announced or not", async () => {
    const port = await serve(({ url }, response) => {
      const body = Buffer.alloc(url === "/over" || url === "/announced" ? 10_001 : 10_000, "a");
      if (url === "/announced") response.setHeader("content-length", body.length);
      else response.write(body.subarray(0, 5_000));
      response.end(url === "/announced" ? body : body.subarray(5_000));
    });
    expect(await textOf(`http://127.0.0.1:${port}/just`, local)).toHaveLength(10_000);
    for (const path of ["/over", "/announced"]) {
      await expect(textOf(`http://127.0.0.1:${port}${path}`, local)).rejects.toMatchObject({ code: "too_large" });
    }
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(50_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(5_000_000))],
  ])("what %s unpacks to more than the limit is refused before it is unpacked", async (encoding, packed) => {
    const port = await serve((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(packed));
    let largest = 0;
    const answer = await open(`http://127.0.0.1:${port}/`, { maxBytes: 100_000, timeoutMs: 30_000, ...local });
    const reading = (async () => {
      for await (const chunk of answer.body) largest += chunk.byteLength;
    })();
    await expect(reading).rejects.toMatchObject({ code: "too_large" });
    expect(largest).toBeLessThanOrEqual(100_000);
  });

  test("compressed nothing is counted as it comes", async () => {
    const nothing = gzipSync("");
    const port = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const more = () => {
        while (!response.destroyed && response.write(nothing));
      };
      response.on("drain", more);
      more();
    });
    await expect(textOf(`http://127.0.0.1:${port}/`, local)).rejects.toMatchObject({ code: "too_large" });
  });

  test.each([
    ["gzip", gzipSync("packed")],
    ["br", brotliCompressSync("packed")],
    ["identity", Buffer.from("packed")],
  ])("%s is unpacked", async (encoding, body) => {
    const port = await serve((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(body));
    expect(await textOf(`http://127.0.0.1:${port}/`, local)).toBe("packed");
  });

  test("what is packed otherwise is refused", async () => {
    const port = await serve((_, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"));
    await expect(textOf(`http://127.0.0.1:${port}/`, local)).rejects.toMatchObject({ code: "content_type" });
  });

  test.each([
    ["a head that does not come", (_: IncomingMessage, __: ServerResponse) => {}],
    [
      "a body that does not come",
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(200).flushHeaders(),
    ],
    [
      "a body that trickles",
      (_: IncomingMessage, response: ServerResponse) => {
        const timer = setInterval(() => response.write("."), 10);
        response.on("close", () => clearInterval(timer));
      },
    ],
    [
      "redirects without end",
      (_: IncomingMessage, response: ServerResponse) =>
        setTimeout(() => response.writeHead(302, { location: "/" }).end(), 60),
    ],
  ])("%s ends when its time is over", async (_, listener) => {
    const port = await serve(listener);
    await expect(textOf(`http://127.0.0.1:${port}/`, { ...local, timeoutMs: 150 })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  test("a head has less time than the whole", async () => {
    const port = await serve(() => {});
    await expect(
      textOf(`http://127.0.0.1:${port}/`, { ...local, timeoutMs: 60_000, headTimeoutMs: 50 }),
    ).rejects.toMatchObject({ code: "timeout" });
  });

  test("a look-up that does not end has no more time", async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(open("http://slow.example.com/", { ...LIMITS, timeoutMs: 50, resolve })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  test("a body that ends before its announced end is no body", async () => {
    const port = await serve(({ url }, response) => {
      if (url === "/packed") {
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(5_000)).subarray(0, 20));
        return;
      }
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    for (const path of ["/", "/packed"]) {
      await expect(textOf(`http://127.0.0.1:${port}${path}`, local)).rejects.toMatchObject({ code: "connection" });
    }
  });

  test("nobody listening is a failed connection", async () => {
    const port = await serve(() => {});
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    await expect(textOf(`http://127.0.0.1:${port}/`, local)).rejects.toMatchObject({ code: "connection" });
  });

  test("a server that speaks no TLS has no secure connection", async () => {
    const port = await serve(() => {});
    await expect(textOf(`https://127.0.0.1:${port}/`, local)).rejects.toMatchObject({ code: "tls" });
  });

  test("whoever breaks off ends it, before or after the head", async () => {
    const port = await serve((_, response) => response.writeHead(200).flushHeaders());
    const before = AbortSignal.abort();
    await expect(textOf(`http://127.0.0.1:${port}/`, { ...local, signal: before })).rejects.toMatchObject({
      code: "aborted",
    });
    const after = new AbortController();
    const answer = await open(`http://127.0.0.1:${port}/`, { ...LIMITS, ...local, signal: after.signal });
    after.abort();
    await expect(bytesOf(answer)).rejects.toMatchObject({ code: "aborted" });
  });

  test("only the types asked for are read, in a successful answer", async () => {
    const port = await serve(({ url }, response) => {
      const [, status, type] = decodeURIComponent(url ?? "").match(/^\/(\d+)\/(.*)$/) ?? [];
      response.writeHead(Number(status), type ? { "content-type": type } : {}).end("body");
    });
    const read = (path: string) => textOf(`http://127.0.0.1:${port}${path}`, { ...local, contentTypes: TEXT_TYPES });
    for (const type of ["text/html", "TEXT/HTML; charset=utf-8", "application/json", "text/markdown", ""]) {
      expect(await read(`/200/${encodeURIComponent(type)}`)).toBe("body");
    }
    for (const type of ["application/pdf", "image/png", "application/octet-stream", "text/htmlx"]) {
      await expect(read(`/200/${encodeURIComponent(type)}`)).rejects.toMatchObject({ code: "content_type" });
    }
    expect(await read(`/404/${encodeURIComponent("image/png")}`)).toBe("body");
  });
});

test("no connection is kept, whether a body is read, left or refused", async () => {
  const connections = new Set<unknown>();
  const port = await serve(({ url }, response) => {
    if (url === "/redirect") {
      // Continues until the client disconnects.
      response.writeHead(302, { location: "ftp://example.com/" }).write("x");
      return;
    }
    response.end("x".repeat(url === "/large" ? 20_000 : 10));
  });
  let closed = 0;
  servers[0]?.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => {
      closed += 1;
    });
  });
  const url = `http://127.0.0.1:${port}`;
  await textOf(`${url}/`, local);
  (await open(`${url}/large`, { ...LIMITS, maxBytes: 50_000, ...local })).discard();
  await textOf(`${url}/large`, local).catch(() => {});
  await expect(textOf(`${url}/redirect`, { ...local, timeoutMs: 60_000 })).rejects.toMatchObject({
    code: "bad_address",
  });
  // Neither read nor discarded: it times out.
  await open(`${url}/redirect`, { ...LIMITS, ...local, redirect: "manual", timeoutMs: 300 }).catch(() => {});
  await expect.poll(() => closed, { timeout: 10_000 }).toBe(5);
  expect(connections.size).toBe(5);
});
