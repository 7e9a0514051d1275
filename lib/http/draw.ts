import { channel } from "node:diagnostics_channel";
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Next } from "./front";

export interface Drawn {
  status: number;
  /** The names are in lower case. */
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const announced = channel("http.server.request.start");

/**
 * Renders a page without a client: no client's cookie, IP address or user agent reaches the renderer. Rejects if this
 * takes longer than `patienceMs`, or is aborted.
 */
export function draw(
  serve: Next,
  path: string,
  headers: Readonly<Record<string, string>>,
  patienceMs = 20_000,
): Promise<Drawn> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: path, headers: { ...headers }, complete: true });
  Object.assign(request, { httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 });
  request.push(null);
  const response = new Gathered(request);
  return new Promise<Drawn>((resolve, reject) => {
    const giveUp = (cause: unknown) => {
      reject(cause);
      response.emit("close");
    };
    const timer = setTimeout(() => giveUp(new Error(`${path} was not rendered in time`)), patienceMs).unref();
    response.once("close", () => clearTimeout(timer));
    response.once("finish", () => {
      resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(response.pieces) });
      response.emit("close");
    });
    // As Node does with each request that it receives: see each-request.ts.
    announced.publish({ request, response });
    serve(request, response).catch(giveUp);
  });
}

/** Collects the data that is written to it, and sends nothing. */
class Gathered extends ServerResponse {
  readonly pieces: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super(request);
    this.assignSocket(new Writable({ write: (_piece, _encoding, done) => done() }) as Socket);
  }

  override write(...args: unknown[]): boolean {
    this.#keep(args);
    super.write(...(args as Parameters<ServerResponse["write"]>));
    // There is nothing to wait for, and no event would say when to go on.
    return true;
  }

  override end(...args: unknown[]): this {
    this.#keep(args);
    return super.end(...(args as Parameters<ServerResponse["end"]>));
  }

  #keep([piece, encoding]: unknown[]): void {
    if (typeof piece === "string") this.pieces.push(Buffer.from(piece, encoding as BufferEncoding | undefined));
    else if (piece instanceof Uint8Array) this.pieces.push(Buffer.from(piece));
  }
}
