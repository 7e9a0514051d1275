import { createServer, request } from "node:http";
import { KEEP_ALIVE_MS } from "../lib/serving.mjs";

/**
 * Starts a reverse proxy in front of the service. It gives each client its own IP address, and so its own quota, and
 * records the client's requests and the responses.
 */
export async function openGate(service, address) {
  const seen = [];
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (incoming, outgoing) => {
    const body = await bytesOf(incoming);
    const headers = { ...incoming.headers, "x-forwarded-for": address };
    const { hostname, port } = new URL(service);
    const asked = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, async (answer) => {
      const answered = await bytesOf(answer);
      const { "transfer-encoding": _, connection: _connection, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode, { ...kept, "content-length": answered.length });
      outgoing.end(answered);
      seen.push(...callsIn(incoming, body, answer.statusCode, answered));
    });
    asked.on("error", (error) => {
      seen.push({ call: `${incoming.method} ${incoming.url}`, fault: error.message });
      outgoing.destroy();
    });
    asked.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the calls in one request: for REST the URL and body, for MCP each message that expects a response. */
function callsIn({ method, url }, body, status, answered) {
  const posted = body.toString("utf8");
  // An MCP client may look for server streams and for a sign-in. The service has neither.
  if (!/^\/(?:api\/|mcp$)/.test(url) || (url === "/mcp" && method !== "POST")) return [];
  if (url !== "/mcp") {
    // The one operation that needs a key refuses requests without one, as its description says.
    const refused = status >= 400 && !(status === 401 && url.startsWith("/api/v2/bulk?"));
    return [{ call: `${method} ${url} ${posted}`.trim(), fault: refused ? `status ${status}` : null }];
  }
  const text = answered.toString("utf8");
  const refused = /"error":\{"code"|"isError":true/.exec(text);
  const fault = status >= 400 ? `status ${status}` : refused && text.slice(refused.index, refused.index + 200);
  return [JSON.parse(posted)]
    .flat()
    .filter(({ id }) => id !== undefined)
    .map(({ method: name, params: { _meta, ...params } = {} }) => ({
      call: `${name} ${JSON.stringify(params)}`,
      fault,
    }));
}
