// A bare Node.js server for reference measurements. It ignores the request and sends the response it was last given. If
// it was given several responses with JSON data, it sends them in turn: it serializes, tags and compresses each one.
// That is the minimal work of any response.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

let answers = [{ status: 200, headers: {}, body: Buffer.alloc(0) }];
let asked = 0;

function anew({ status, headers, told, brotli }) {
  const plain = Buffer.from(JSON.stringify(told));
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url")}"`;
  const body = brotliCompressSync(plain, brotli);
  return { status, headers: { ...headers, etag, "content-length": String(body.byteLength) }, body };
}

const server = createServer((request, response) => {
  request.resume();
  asked += 1;
  const next = answers[asked % answers.length];
  const { status, headers, body } = next.told === undefined ? next : anew(next);
  response.writeHead(status, headers);
  response.end(body);
});
server.keepAliveTimeout = 60_000;
process.on("message", (given) => {
  answers = given.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body ?? "", "base64") }));
  process.send("ready");
});
process.on("disconnect", () => process.exit(0));
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => process.send({ port: server.address().port }));
