"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Kind } from "./answered";

/** Loads after the page has loaded. */
const answering = () => import("./answered");

type Props = {
  kind: Kind;
  /** The form's target without JavaScript; null if the form then does nothing. */
  action: string | null;
  method?: "get" | "post";
  className?: string;
  /** The data, other than the form's fields, that the result is calculated from. */
  given: Readonly<Record<string, unknown>>;
  children: ReactNode;
  /** The content below the form until the first result. */
  answer: ReactNode;
};

/** A form that shows its result in place: after every change, or after the submit of a report. */
export function Live({ kind, action, method = "get", className, given, children, answer }: Props) {
  const [shown, setShown] = useState(answer);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [said, setSaid] = useState("");
  const [done, setDone] = useState(false);
  const last = useRef(new AbortController());

  const ask = (form: HTMLFormElement, pause: number) => {
    last.current.abort();
    const current = new AbortController();
    last.current = current;
    setTimeout(async () => {
      if (current.signal.aborted) return;
      const { answered } = await answering();
      const result = await answered({ kind, form, given, signal: current.signal, again: () => ask(form, 0) });
      if (current.signal.aborted) return;
      if ("problem" in result) return setProblem(result.problem);
      setProblem(null);
      setShown(result.shown);
      setSaid(result.said);
      setDone(kind === "report");
    }, pause);
  };
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const leave = new AbortController();
    answering()
      .then(({ listen }) => {
        const element = form.current;
        if (element && kind !== "report") listen(element, (pause) => latest.current(element, pause), leave.signal);
      })
      .catch(() => {});
    return () => {
      leave.abort();
      last.current.abort();
    };
  }, [kind]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget, 0);
  };

  return (
    <>
      <form
        ref={form}
        action={action ?? undefined}
        method={method}
        className={className}
        hidden={done}
        onSubmit={onSubmit}
      >
        {children}
      </form>
      {problem ? (
        <div className="problem" role="alert">
          {problem}
        </div>
      ) : null}
      <div className={problem && shown ? "outdated" : undefined}>{shown}</div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
