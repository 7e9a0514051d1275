import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";

type Reply = { result: unknown } | { error: string };

/**
 * Serves the REST interface that @vercel/kv uses, on loopback, in front of a plain Redis. It removes the first line of
 * scripts, which sets the locking of a hosted Redis: a plain Redis refuses that line.
 */
export async function redisRest(redisUrl: string, token: string) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, lazyConnect: true });
  await redis.connect();

  const run = async ([name = "", ...args]: string[]): Promise<Reply> => {
    if (name.toLowerCase() === "evalsha") return { error: "NOSCRIPT No matching script." };
    const [first = "", ...rest] = args;
    const given = name.toLowerCase() === "eval" ? [first.replace(/^#!lua.*\n/, ""), ...rest] : args;
    try {
      return { result: await redis.call(name, ...given.map(String)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  const encoded = (value: unknown): unknown => {
    if (typeof value === "string") return Buffer.from(value).toString("base64");
    return Array.isArray(value) ? value.map(encoded) : value;
  };

  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end(JSON.stringify({ error: "Unauthorized" }));
      return;
    }
    const dress = (reply: Reply): Reply =>
      "result" in reply && request.headers["upstash-encoding"] === "base64" ? { result: encoded(reply.result) } : reply;
    const body: unknown = JSON.parse(await read(request));
    if (request.url === "/pipeline") {
      const replies: Reply[] = [];
      for (const command of body as string[][]) replies.push(dress(await run(command)));
      response.end(JSON.stringify(replies));
      return;
    }
    const reply = dress(await run(body as string[]));
    response.writeHead("error" in reply ? 400 : 200).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    redis,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      redis.disconnect();
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
