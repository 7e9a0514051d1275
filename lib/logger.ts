import { env, type LogLevel } from "./env";

const RANK = { debug: 10, info: 20, warn: 30, error: 40, silent: 50 } as const satisfies Record<LogLevel, number>;
const SECRET_KEY = /authorization|cookie|password|secret|token|api_?key/i;

type Fields = Record<string, unknown>;

/** Takes user and password out of URLs. */
export function redact(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]*@/gi, "$1[redacted]@");
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
    Object.entries(value).map(([key, member]) => [key, SECRET_KEY.test(key) ? "[redacted]" : clean(member)]),
  );
}

/** One JSON line. */
export function formatLine(level: LogLevel, message: string, fields: Fields = {}, now = new Date()): string {
  return JSON.stringify({ time: now.toISOString(), level, message: redact(message), ...(clean(fields) as Fields) });
}

function write(level: "debug" | "info" | "warn" | "error", message: string, fields?: Fields) {
  if (RANK[level] < RANK[env().logLevel]) return;
  const line = formatLine(level, message, fields);
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
