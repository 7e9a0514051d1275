import { processWide } from "@/lib/access/process-wide";

/** What is told of. Each has spans, and a histogram of how long it took. */
export type Kind = "request" | "operation" | "database" | "limiter" | "payments" | "collector" | "verifier";

/** Words of a small, known set: never what a reader sent, never an address with its query. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** Once it is known what was asked for. */
  rename(name: string, attributes: Attributes): void;
  /** @param error what kind of error it ended with, in one word */
  end(attributes: Attributes, error?: string): void;
}

/** Where traces and measurements go. */
export interface Telemetry {
  /** @param parent null: a trace of its own */
  begin(kind: Kind, name: string, attributes: Attributes, parent: Span | null): Span;
  /** @param attributes few values each: every combination is a series of its own */
  record(kind: Kind, ms: number, attributes: Attributes): void;
  /** Sends what is left, as long as the process still has. */
  flush(): Promise<void>;
}

const slot = () => processWide<{ telemetry: Telemetry | null }>("telemetry", () => ({ telemetry: null }));

/** Null where none is set up: then nothing of it is loaded. */
export function telemetry(): Telemetry | null {
  return slot().telemetry;
}

export function setTelemetry(telemetry: Telemetry | null): void {
  slot().telemetry = telemetry;
}
