import { env, type LogLevel } from "./env";
import { requestUnderWay } from "./observe/observe";
import { escapeUnsafe } from "./safe-text";

const RANK = { debug: 10, info: 20, warn: 30, error: 40, silent: 50 } as const satisfies Record<LogLevel, number>;
const SECRET_KEY = /authorization|cookie|password|secret|token|api_?key|claim|signature/i;

type Fields = Record<string, unknown>;

/** Removes user and password from URLs, the parameters of a failed query, and everything that redactKeys() removes. */
export function redact(text: string): string {
  return redactKeys(
    text
      .replace(/([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/]{0,1000}@/gi, "$1[redacted]@")
      .replace(/(\nparams: )[\s\S]*?(?=\n {4}at |$)/g, "$1[redacted]"),
  );
}

/** Removes API keys, keys of the payment service and the tokens of download links from a text. JSON remains valid. */
export function redactKeys(text: string): string {
  return text
    .replace(/pi_live_\w+/gi, "pi_live_[redacted]")
    .replace(/\b((?:sk|rk)_(?:test|live)|whsec)_[\w+/=*-]+/g, "$1_[redacted]")
    .replace(/((?:\/|%2f)files(?:\/|%2f))[0-9a-z]{16,}/gi, "$1[redacted]");
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return clean({ name, message, stack, ...(cause === undefined ? {} : { cause }) });
  }
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redact(key), SECRET_KEY.test(key) ? "[redacted]" : clean(member)]),
  );
}

/** Returns one JSON line. Text from a client or a vendor cannot move the cursor of a terminal in it. */
export function formatLine(level: LogLevel, message: string, fields: Fields = {}, now = new Date()): string {
  const line = { time: now.toISOString(), level, message: redact(message), ...(clean(fields) as Fields) };
  return escapeUnsafe(JSON.stringify(line));
}

type Level = "debug" | "info" | "warn" | "error";

/** Clients cause log lines, and a client that repeats a request could fill the disk. */
const LINES_PER_MINUTE = 60;
/** Number of different messages with a limit of their own. All others share one. */
const MAX_MESSAGES = 500;
let minute = 0;
/** Lines of each message in this minute. */
let counts = new Map<string, number>();
/** Lines of each message that were omitted since it was last written. */
const leftOut = new Map<string, number>();

function write(level: Level, message: string, fields?: Fields) {
  if (RANK[level] < RANK[env().logLevel]) return;
  // Debug lines are turned on to see all of them.
  if (level === "debug") return print(level, message, fields);
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) [minute, counts] = [now, new Map()];
  const own = `${level} ${message}`;
  const key = counts.has(own) || counts.size < MAX_MESSAGES ? own : "other";
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  const missing = leftOut.get(key) ?? 0;
  if (count > LINES_PER_MINUTE) {
    if (leftOut.size < MAX_MESSAGES) leftOut.set(key, missing + 1);
    return;
  }
  leftOut.delete(key);
  print(level, message, missing > 0 ? { ...fields, linesLeftOut: missing } : fields);
}

function print(level: Level, message: string, fields?: Fields) {
  const requestId = requestUnderWay();
  const line = formatLine(level, message, requestId === null ? fields : { requestId, ...fields });
  if (level === "error") console.error(line);
  else if (level === "warn") console.warn(line);
  else console.info(line);
}

export const logger = {
  debug: (message: string, fields?: Fields) => write("debug", message, fields),
  info: (message: string, fields?: Fields) => write("info", message, fields),
  warn: (message: string, fields?: Fields) => write("warn", message, fields),
  error: (message: string, fields?: Fields) => write("error", message, fields),
};
