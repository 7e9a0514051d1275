export type FetchErrorCode =
  | "private_address"
  | "bad_address"
  | "too_large"
  | "timeout"
  | "dns"
  | "connection"
  | "tls"
  | "too_many_redirects"
  | "downgrade"
  | "content_type"
  | "aborted";

/** Why a URL could not be read. The message may be public: it contains no resolved IP address. */
export class FetchError extends Error {
  override name = "FetchError";
  constructor(
    readonly code: FetchErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|EPROTO)/;

/** Converts Node's error of a failed connection to a FetchError. */
export function asFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { code = "" } = Object(error) as { code?: string };
  if (TLS.test(code)) {
    return new FetchError("tls", "No secure connection could be made: its certificate is not valid.", { cause: error });
  }
  return new FetchError("connection", "The connection failed, or was closed before everything had come.", {
    cause: error,
  });
}
