import { processWide } from "@/lib/access/process-wide";

/** Kinds of measured work. Each has spans, and a histogram of its duration. */
export type Kind = "request" | "operation" | "database" | "limiter" | "payments" | "collector" | "verifier";

/** Words of a small, known set: never a client's input, never a URL with its query. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** Called once the requested route is known. */
  rename(name: string, attributes: Attributes): void;
  /** @param error the kind of error that it ended with, in one word */
  end(attributes: Attributes, error?: string): void;
}

/** Receives traces and measurements. */
export interface Telemetry {
  /** @param parent null starts a new trace */
  begin(kind: Kind, name: string, attributes: Attributes, parent: Span | null): Span;
  /** @param attributes few values each: every combination is a separate series */
  record(kind: Kind, ms: number, attributes: Attributes): void;
  /** Sends the remaining data, if the process has time left. */
  flush(): Promise<void>;
}

const slot = () => processWide<{ telemetry: Telemetry | null }>("telemetry", () => ({ telemetry: null }));

/** Returns null if telemetry is not set up. Then its code is not loaded. */
export function telemetry(): Telemetry | null {
  return slot().telemetry;
}

export function setTelemetry(telemetry: Telemetry | null): void {
  slot().telemetry = telemetry;
}
