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
  /** What came of it; `error` in one word where it failed without an exception. */
  ended?(value: T): { attributes?: Attributes; error?: string | undefined };
}

interface Whole<T> extends What<T> {
  /** Unset: what is under way. */
  parent?: Span | null | undefined;
  /** Counts what this work waits for. */
  times?: Times;
  /** Under which it is logged; unset: that of what is under way. */
  requestId?: string;
}

/** Does a piece of work, of which whatever it waits for is a part. */
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

/** The request for which something is done; null where it is done for none. */
export function requestUnderWay(): string | null {
  return underWay().getStore()?.requestId ?? null;
}

/** Waits for something that others do for us. Costs nothing where nobody asks how long that takes. */
export function waited<T>(part: Part, what: What<T>, work: () => Promise<T>): Promise<T> {
  const told = telemetry();
  const { times, span: parent = null } = underWay().getStore() ?? {};
  if (!times && !told) return work();
  times?.begin(part);
  const done = () => work().finally(() => times?.end(part));
  if (!told) return done();
  // What is no part of anything, as a look at the clock in between, is measured and makes no trace of its own.
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

/** The code of an error, or its class: no words, which may quote what was asked. */
export function errorType(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  if (typeof code === "string" && /^\w{1,40}$/.test(code)) return code;
  return typeof name === "string" ? name : "Error";
}
