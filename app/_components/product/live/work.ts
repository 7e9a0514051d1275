import type { ReactNode } from "react";
import type { Verdict } from "@/lib/format/verdict";

/** The verdict of a cost, for another part of the page that shows it. */
type Told = { told?: Verdict };

export type Worked =
  | ({ shown: ReactNode /** The result in one line, for screen readers. */; said: string } & Told)
  | ({ problem: ReactNode } & Told);

/** The event that the document receives when a form has its result. */
export const WORKED = "worked";
export type WorkedDetail = { kind: string; told: Verdict | null; problem: string | null };

/** Calculates the result of a form. Rejects if the service does not respond or `signal` is aborted. */
export type Work = (
  form: HTMLFormElement,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Worked>;
