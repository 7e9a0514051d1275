// A bare Node server: sends the bytes that it was given last, whatever is asked. Of answers given to be told anew, it
// writes one after the other as JSON, tags, compresses and sends them: what is left of any answer that costs nothing.
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
