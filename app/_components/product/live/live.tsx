"use client";

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Work } from "./work";

const QUIET_MS = 250;

// Each is fetched when its form is first touched.
const WORK = {
  cost: () => import("./cost"),
  workload: () => import("./workload"),
  report: () => import("./report"),
} satisfies Record<string, () => Promise<{ work: Work }>>;

type Props = {
  kind: keyof typeof WORK;
  /** Where the form leads without JavaScript; null: it does nothing there. */
  action: string | null;
  method?: "get" | "post";
  className?: string;
  /** What the answer is worked out with, beside the form. */
  given: Readonly<Record<string, unknown>>;
  /** The fields. */
  children: ReactNode;
  /** What stands under the form until the first answer. */
  answer: ReactNode;
};

/** A form whose answer is shown in place: at every change, or for a report when it is sent. */
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
      const { work } = await WORK[kind]();
      const result = await work(form, given, current.signal).catch(() => ({
        problem: "The service did not answer. Nothing is lost; try again.",
      }));
      if (current.signal.aborted) return;
      if ("problem" in result) return setProblem(result.problem);
      setProblem(null);
      setShown(result.shown);
      setSaid(result.said);
      setDone(kind === "report");
    }, pause);
  };
  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    if (kind === "report") return;
    const { mirror } = (target as HTMLElement).dataset;
    const twin = mirror ? currentTarget.elements.namedItem(mirror) : null;
    if (twin instanceof HTMLInputElement) twin.value = (target as HTMLInputElement).value;
    ask(currentTarget, QUIET_MS);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget, 0);
  };

  return (
    <>
      <form
        action={action ?? undefined}
        method={method}
        className={className}
        hidden={done}
        onInput={onInput}
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
