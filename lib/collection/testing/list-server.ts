import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ListServer {
  url: string;
  /** All requests in order. */
  asked: { path: string; etag: string | undefined; since: string | undefined }[];
  /** Sets the handler for every path. */
  serveAll(handler: Handler): void;
  /** Sets the handler for a path. */
  serve(path: string, handler: Handler): void;
  close(): Promise<void>;
}

/** Starts a server of public lists on this machine. */
export async function listServer(): Promise<ListServer> {
  const handlers = new Map<string, Handler>();
  const asked: ListServer["asked"] = [];
  let all: Handler | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const { "if-none-match": etag, "if-modified-since": since } = request.headers;
    asked.push({ path, etag, since });
    const handler = all ?? handlers.get(path);
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    serveAll: (handler) => {
      all = handler;
    },
    serve: (path, handler) => void handlers.set(path, handler),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

export const text =
  (body: string, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(200, { "content-length": String(Buffer.byteLength(body)), ...headers }).end(body);
  };

export const zipped =
  (body: string): Handler =>
  (_, response) => {
    const bytes = gzipSync(body);
    response.writeHead(200, { "content-encoding": "gzip", "content-length": String(bytes.length) }).end(bytes);
  };

/** Returns 304 if the request has the tag. */
export const tagged =
  (body: string, etag: string): Handler =>
  (request, response) => {
    if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else text(body, { etag })(request, response);
  };

export const status =
  (code: number): Handler =>
  (_, response) =>
    void response.writeHead(code).end("no");

/** States its length and breaks off halfway. */
export const brokenOff =
  (body: string): Handler =>
  (_, response) => {
    response.writeHead(200, { "content-length": String(Buffer.byteLength(body)) });
    response.write(body.slice(0, body.length / 2), () => setTimeout(() => response.destroy(), 20));
  };
