import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const TIMEOUT_MS = 60_000;

/**
 * Sends a request unchanged: fetch() would correct parts of it.
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string }>}
 */
export function send(url, { method, path, headers, body }) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const decode = (chunks.length > 0 && DECODERS[response.headers["content-encoding"]]) || ((bytes) => bytes);
        try {
          resolve({
            status: response.statusCode,
            headers: response.headers,
            body: decode(Buffer.concat(chunks)).toString(),
          });
        } catch (error) {
          reject(error);
        }
      });
      response.on("error", reject);
    });
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error("no answer in a minute")));
    asked.on("error", reject);
    asked.end(body);
  });
}
