export type Opened = {
  status: number;
  headers: Headers;
  /** Decoded. An error ends it where the transfer breaks off. */
  body: AsyncIterable<Uint8Array>;
  /** Ends the transfer where the rest is not wanted. */
  discard(): void;
};

/** The far side of the network. */
export type Open = (
  url: string,
  options: {
    headers: Record<string, string>;
    /** Of the decoded body. */
    maxBytes: number;
    /** For the whole transfer. */
    timeoutMs: number;
    signal: AbortSignal;
  },
) => Promise<Opened>;
