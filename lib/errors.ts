interface ErrorKind {
  status: number;
  title: string;
  /** Whether the same request may succeed later without being changed. */
  retryable: boolean;
  meaning: string;
  remedy: string;
}

export const ERRORS = {
  invalid_request: {
    status: 400,
    title: "The request is not valid",
    retryable: false,
    meaning: "A parameter, or the body, is missing, malformed or unknown.",
    remedy: "Each entry of `errors` names one field and what is expected of it. Correct them all and send it again.",
  },
  batch_too_large: {
    status: 400,
    title: "Too many products in one request",
    retryable: false,
    meaning: "More products were asked for than one request may name: 20, or 4 for a comparison.",
    remedy: "Split the list over several requests.",
  },
  missing_key: {
    status: 401,
    title: "An API key is needed",
    retryable: false,
    meaning: "This address answers only to a subscriber's key, and the request carried none.",
    remedy: "Send the key as `Authorization: Bearer …` or, where that cannot be, as `?key=…`.",
  },
  invalid_key: {
    status: 401,
    title: "The API key is not accepted",
    retryable: false,
    meaning: "The key is unknown, revoked or expired.",
    remedy: "Check that the whole key was copied, or create another one in your account.",
  },
  subscription_inactive: {
    status: 403,
    title: "The subscription is not active",
    retryable: false,
    meaning: "The key is known, but the period paid for has ended.",
    remedy: "Renew the subscription in your account; the same key then works again.",
  },
  not_found: {
    status: 404,
    title: "There is nothing at this address",
    retryable: false,
    meaning: "No endpoint answers at this path.",
    remedy: "Compare the path with the list in /api/v2/openapi.json.",
  },
  product_not_found: {
    status: 404,
    title: "The product is not in the catalogue",
    retryable: false,
    meaning: "No one product is named so, or nothing was known of it on the day asked for.",
    remedy: "`suggestions` holds the slugs that may be meant. With `asOf`, ask for a later day.",
  },
  evidence_not_found: {
    status: 404,
    title: "There is no such evidence",
    retryable: false,
    meaning: "No reading rests on this id, or none had been made on the day asked for.",
    remedy: "Take an id from the `evidence` of an answer. With `asOf`, ask for a later day.",
  },
  category_not_found: {
    status: 404,
    title: "The category is not in the catalogue",
    retryable: false,
    meaning: "No one category is named so.",
    remedy: "`suggestions` holds the nearest slugs; /api/v2/categories lists every one.",
  },
  key_not_found: {
    status: 404,
    title: "The key does not belong to this account",
    retryable: false,
    meaning: "No key with this id belongs to the account, or it has ended.",
    remedy: "Load the list of keys again; it shows those that can be changed.",
  },
  download_not_found: {
    status: 404,
    title: "The download link is not known",
    retryable: false,
    meaning: "No purchase has this link. A link that was replaced by a newer one ends here too.",
    remedy: "Copy the whole link from the e-mail, or take the current one from your account.",
  },
  method_not_allowed: {
    status: 405,
    title: "The method is not allowed here",
    retryable: false,
    meaning: "The address exists but does not answer to this HTTP method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  key_limit_reached: {
    status: 409,
    title: "There are too many keys",
    retryable: false,
    meaning: "An account has up to three keys, and up to three replaced ones that still work.",
    remedy: "Revoke a key that is no longer used.",
  },
  download_expired: {
    status: 410,
    title: "The download link has expired",
    retryable: false,
    meaning: "A file link works for 30 days from the purchase.",
    remedy: "Write to us with the receipt of the purchase if the file was never fetched.",
  },
  download_exhausted: {
    status: 410,
    title: "The download link is used up",
    retryable: false,
    meaning: "A file link works for 20 downloads.",
    remedy: "Keep the file that was downloaded; it is the same bytes every time.",
  },
  download_revoked: {
    status: 410,
    title: "The download link was withdrawn",
    retryable: false,
    meaning: "The purchase was refunded; its link ended with it.",
    remedy: "Buy the file again if it is needed after all.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    retryable: false,
    meaning: "A request body may hold at most 64 KiB.",
    remedy: "Send less in one request.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "The range lies outside of the file",
    retryable: false,
    meaning: "The first byte asked for comes after the last one of the file.",
    remedy: "`Content-Range` of the answer holds the length of the file.",
  },
  not_priced: {
    status: 422,
    title: "The data cannot answer this",
    retryable: false,
    meaning: "The question is well formed, but a price that it needs is not published.",
    remedy: "The detail names what is unknown. An unknown price is never counted as 0.",
  },
  rate_limited: {
    status: 429,
    title: "Request cannot be satisfied as assigned quota has been exceeded",
    retryable: true,
    meaning: "More requests came from this client within the window than `RateLimit-Policy` grants.",
    remedy: "Wait for the number of seconds in `Retry-After`.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    retryable: true,
    meaning: "A fault of the service. Its cause is logged under `requestId`.",
    remedy: "Try again once; if it persists, report it with the `requestId`.",
  },
  unavailable: {
    status: 503,
    title: "The service is temporarily unavailable",
    retryable: true,
    meaning:
      "A part that the answer depends on, such as the database, cannot be reached, or more is asked than can be answered.",
    remedy: "Wait for the number of seconds in `Retry-After`.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

export interface FieldError {
  /** Dotted path of the parameter or body field; empty for the whole. */
  path: string;
  message: string;
}

interface AppErrorOptions {
  errors?: readonly FieldError[];
  suggestions?: readonly string[];
  /** Seconds. */
  retryAfter?: number;
  headers?: Readonly<Record<string, string>>;
  /** Logged, never sent. */
  cause?: unknown;
  /** It is as it should be: no fault for the log. */
  expected?: boolean;
}

const isServed = process.env.NODE_ENV === "production";

const BRAND = Symbol.for("pricing-intelligence:app-error");

/** The only error that reaches a client. `message` is public. */
export class AppError extends Error {
  // Bundlers give every route file its own copy of this class; an error of one copy is known to the others.
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly suggestions: readonly string[] | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: boolean;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    // What is asked wrongly is answered and not logged: to note where it was found would take longer than to find it.
    const { stackTraceLimit } = Error;
    if (isServed && ERRORS[code].status < 500) Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors;
    this.suggestions = options.suggestions;
    this.retryAfter = options.retryAfter;
    this.headers = options.headers ?? {};
    this.expected = options.expected ?? false;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** One field is wrong, found outside its schema. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
