import type { ReactNode } from "react";
import type { Verdict } from "@/lib/format/verdict";

/** Of a cost, for who shows it elsewhere on the page. */
type Told = { told?: Verdict };

export type Worked =
  | ({ shown: ReactNode /** The answer in one line, for who hears the page. */; said: string } & Told)
  | ({ problem: ReactNode } & Told);

/** Sent to the document when a form has its answer. */
export const WORKED = "worked";
export type WorkedDetail = { kind: string; told: Verdict | null; problem: string | null };

/** Works out what a form asks. Rejects when the service does not answer, or `signal` says that nobody waits any more. */
export type Work = (
  form: HTMLFormElement,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Worked>;
