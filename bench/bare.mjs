// A bare Node server: sends the bytes that it was given last, whatever is asked.
import { createServer } from "node:http";

let answer = { status: 200, headers: {}, body: Buffer.alloc(0) };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
});
server.keepAliveTimeout = 60_000;
process.on("message", ({ status, headers, body }) => {
  answer = { status, headers, body: Buffer.from(body, "base64") };
  process.send("ready");
});
process.on("disconnect", () => process.exit(0));
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => process.send({ port: server.address().port }));
