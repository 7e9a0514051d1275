import type { ReactNode } from "react";

export type Worked =
  | { shown: ReactNode /** The answer in one line, for who hears the page. */; said: string }
  | { problem: ReactNode };

/** Works out what a form asks. Rejects when the service does not answer, or `signal` says that nobody waits any more. */
export type Work = (
  form: HTMLFormElement,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Worked>;
