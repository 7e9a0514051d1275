export type Opened = {
  status: number;
  headers: Headers;
  /** Decoded. If the transfer breaks off, iteration throws an error. */
  body: AsyncIterable<Uint8Array>;
  /** Ends the transfer if the rest is not needed. */
  discard(): void;
};

/** Opens a URL. Tests replace it. */
export type Open = (
  url: string,
  options: {
    headers: Record<string, string>;
    /** Limit for the decoded body. */
    maxBytes: number;
    /** Limit for the whole transfer. */
    timeoutMs: number;
    signal: AbortSignal;
  },
) => Promise<Opened>;
