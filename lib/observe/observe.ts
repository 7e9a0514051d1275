import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/access/process-wide";
import { type Attributes, type Kind, type Span, type Telemetry, telemetry } from "./telemetry";
import type { Part, Times } from "./times";

interface Work {
  span: Span | null;
  times: Times | null;
  requestId: string | null;
}

const underWay = () => processWide("work-under-way", () => new AsyncLocalStorage<Work>());

interface What<T> {
  name: string;
  attributes?: Attributes;
  /** Describes the result. `error` is one word if the work failed without an exception. */
  ended?(value: T): { attributes?: Attributes; error?: string | undefined };
}

interface Whole<T> extends What<T> {
  /** Unset: the span of the current work. */
  parent?: Span | null | undefined;
  /** Measures the waits of this work. */
  times?: Times;
  /** The request ID in its log lines. Unset: that of the current work. */
  requestId?: string;
}

/** Runs a piece of work. Everything that it waits for is recorded as a part of it. */
export function observed<T>(
  kind: Exclude<Kind, Part | "request">,
  { parent, times, requestId, ...what }: Whole<T>,
  work: () => Promise<T>,
): Promise<T> {
  const told = telemetry();
  if (!told && !times && requestId === undefined) return work();
  const around = underWay().getStore();
  const span = told?.begin(kind, what.name, what.attributes ?? {}, parent ?? around?.span ?? null) ?? null;
  const own = { span, times: times ?? around?.times ?? null, requestId: requestId ?? around?.requestId ?? null };
  const done = () => underWay().run(own, work);
  return told ? toldOf(told, kind, what, span, done) : done();
}

/** Returns the ID of the request that the current work is for, or null if it is for no request. */
export function requestUnderWay(): string | null {
  return underWay().getStore()?.requestId ?? null;
}

/** Waits for another service and measures the wait. Costs nothing if no measurement is needed. */
export function waited<T>(part: Part, what: What<T>, work: () => Promise<T>): Promise<T> {
  const told = telemetry();
  const { times, span: parent = null } = underWay().getStore() ?? {};
  if (!times && !told) return work();
  times?.begin(part);
  const done = () => work().finally(() => times?.end(part));
  if (!told) return done();
  // A wait outside of other work, such as a periodic check, is measured but has no trace of its own.
  const span = parent || part === "payments" ? told.begin(part, what.name, what.attributes ?? {}, parent) : null;
  return toldOf(told, part, what, span, done);
}

async function toldOf<T>(
  told: Telemetry,
  kind: Kind,
  { attributes = {}, ended }: What<T>,
  span: Span | null,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const end = (more: Attributes, error?: string) => {
    span?.end(more, error);
    told.record(kind, performance.now() - began, { ...attributes, ...more, ...(error && { "error.type": error }) });
  };
  try {
    const value = await work();
    const { attributes: more = {}, error } = ended?.(value) ?? {};
    end(more, error);
    return value;
  } catch (error) {
    end({}, errorType(error));
    throw error;
  }
}

/** Returns the code of an error, or its class, but no message, because a message may quote the request. */
export function errorType(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (typeof code === "string" && /^\w{1,40}$/.test(code)) return code;
  return typeof name === "string" ? name : "Error";
}
