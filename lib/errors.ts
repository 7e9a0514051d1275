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
    title: "Invalid request",
    retryable: false,
    meaning: "A parameter or the body is missing, malformed or unknown.",
    remedy:
      "If the response has `errors`, each entry names a field and what it must be. Correct the request and send it again.",
  },
  batch_too_large: {
    status: 400,
    title: "Too many products in one request",
    retryable: false,
    meaning: "The request names too many products. The maximum is 20, or 4 for a comparison.",
    remedy: "Split the list into several requests.",
  },
  missing_key: {
    status: 401,
    title: "API key required",
    retryable: false,
    meaning: "This endpoint requires a subscriber's API key, and the request did not include one.",
    remedy: "Send the key as `Authorization: Bearer …`. If you cannot set headers, use `?key=…`.",
  },
  invalid_key: {
    status: 401,
    title: "Invalid API key",
    retryable: false,
    meaning: "The API key is unknown, revoked or expired.",
    remedy: "Check that you copied the whole key, or create a new key in your account.",
  },
  subscription_inactive: {
    status: 403,
    title: "Subscription not active",
    retryable: false,
    meaning: "The API key is valid, but the paid period has ended.",
    remedy: "Renew the subscription in your account. The same key then works again.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    retryable: false,
    meaning: "No endpoint exists at this path.",
    remedy: "Check the path against the list of endpoints in /api/v2/openapi.json.",
  },
  product_not_found: {
    status: 404,
    title: "Product not found",
    retryable: false,
    meaning: "No product, or more than one, matches the name, or there was no data for it on the requested date.",
    remedy: "Use one of the slugs in `suggestions`. If you set `asOf`, try a later date.",
  },
  evidence_not_found: {
    status: 404,
    title: "Evidence not found",
    retryable: false,
    meaning: "No evidence has this ID, or it did not exist yet on the requested date.",
    remedy: "Use an ID from the `evidence` field of a response. If you set `asOf`, try a later date.",
  },
  category_not_found: {
    status: 404,
    title: "Category not found",
    retryable: false,
    meaning: "No single category matches the name.",
    remedy: "Use one of the slugs in `suggestions`. /api/v2/categories lists all categories.",
  },
  key_not_found: {
    status: 404,
    title: "API key not found",
    retryable: false,
    meaning: "The account has no key with this ID, or the key is revoked or expired.",
    remedy: "Reload the list of keys. It shows the keys that you can change.",
  },
  download_not_found: {
    status: 404,
    title: "Download link not found",
    retryable: false,
    meaning: "No purchase has this link, or a newer link has replaced it.",
    remedy: "Copy the whole link from the email, or use the current link in your account.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    retryable: false,
    meaning: "The URL exists but does not support this HTTP method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  key_limit_reached: {
    status: 409,
    title: "Too many API keys",
    retryable: false,
    meaning:
      "An account can have three keys, plus three replaced keys that still work. A key can be replaced only once.",
    remedy: "Revoke a key that you no longer use.",
  },
  download_expired: {
    status: 410,
    title: "Download link expired",
    retryable: false,
    meaning: "The link has expired. A download link works for 30 days after the purchase.",
    remedy: "If you never downloaded the file, contact us with the receipt for your purchase.",
  },
  download_exhausted: {
    status: 410,
    title: "Download limit reached",
    retryable: false,
    meaning: "The link has reached its limit of 20 downloads.",
    remedy: "Use the file that you already downloaded. Every download of a link is the same file.",
  },
  download_revoked: {
    status: 410,
    title: "Download link revoked",
    retryable: false,
    meaning: "The purchase was refunded, so its download link no longer works.",
    remedy: "To download the file, buy it again.",
  },
  payload_too_large: {
    status: 413,
    title: "Request body too large",
    retryable: false,
    meaning: "The request body is larger than 64 KiB.",
    remedy: "Send less data in one request.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    retryable: false,
    meaning: "The requested range starts after the end of the file.",
    remedy: "Request a range within the file. The `Content-Range` header of the response contains the file's length.",
  },
  not_priced: {
    status: 422,
    title: "Price not available",
    retryable: false,
    meaning: "The request is valid, but it needs a price that is not known.",
    remedy: "`detail` names the missing price. An unknown price is never counted as 0.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limit exceeded",
    retryable: true,
    meaning: "This client sent more requests than `RateLimit-Policy` allows.",
    remedy: "Wait for the number of seconds in `Retry-After`, then retry.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    retryable: true,
    meaning: "The service failed. The cause is logged under `requestId`.",
    remedy: "Retry once. If the error persists, report it and include the `requestId`.",
  },
  unavailable: {
    status: 503,
    title: "Service temporarily unavailable",
    retryable: true,
    meaning: "A dependency, such as the database, cannot be reached, or the server is busy.",
    remedy: "Wait for the number of seconds in `Retry-After`, then retry.",
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
  /** The error is expected and is not logged as a fault. */
  expected?: boolean;
}

const isServed = process.env.NODE_ENV === "production";

const BRAND = Symbol.for("pricing-intelligence:app-error");

/** The only error that reaches a client. `message` is public. */
export class AppError extends Error {
  // Bundlers give every route file its own copy of this class. An error of one copy is recognised by the others.
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
    // A client error is sent and not logged: recording its stack would take longer than finding the error.
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

/** Returns the error for one wrong field that is found outside its schema. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
