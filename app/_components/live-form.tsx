"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { pauseOf } from "./live-pause";

type Props = {
  action: string;
  /** Where the answer that is shown belongs. */
  address: string;
  className?: string;
  label?: string;
  /** Id of the element that says what came of the form: where the page opens when it is sent. */
  answer?: string;
  children: ReactNode;
};

type Keep = "push" | "replace";

/** What a form needs once it is used: fetched when the page stands, and not again. */
const help = () => import("./live-help");

/** Asked for in place: a page that is led to another address would be drawn anew, and lose focus and what is typed. */
const IN_PLACE = "live";

/** A GET form that, where scripts run, shows its answer in place as it is filled in. */
export function LiveForm({ action, address, className, label, answer, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [pending, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);

  const awaited = useRef<string | null>(null);
  /** Sent by a press, not by typing: who pressed is led to what came of it. */
  const sent = useRef(false);
  /** A CSS selector. The last field that matches gets the focus when the answer arrives. */
  const focusLast = useRef<string | null>(null);
  const stopWaiting = useRef(() => {});
  /** What was asked last: leaving a field that was answered while typing asks nothing. */
  const asked = useRef<string | null>(null);

  // After each answer, as two may belong at one address; but not while the next is awaited, which this would end.
  useEffect(() => {
    const { search } = location;
    if (awaited.current !== null && awaited.current !== search) return;
    const arrived = awaited.current !== null;
    awaited.current = null;
    if (new URLSearchParams(search).has(IN_PLACE)) history.replaceState(null, "", address);
    if (arrived && focusLast.current) {
      const fields = form.current?.querySelectorAll<HTMLElement>(focusLast.current) ?? [];
      focusLast.current = null;
      fields[fields.length - 1]?.focus();
    }
    if (arrived && sent.current) {
      sent.current = false;
      const led =
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? document.getElementById(answer ?? "");
      help().then(({ leadTo }) => leadTo(led));
    }
  });

  async function show(submitter: HTMLElement | null, keep: Keep) {
    if (!form.current) return;
    const query = new URLSearchParams(queryOf(form.current, submitter));
    asked.current = String(query);
    query.append(IN_PLACE, "1");
    const search = `?${query}`;
    awaited.current = search;
    stopWaiting.current();
    const helped = await help().catch(() => null);
    if (helped && !(await helped.reachable())) {
      if (awaited.current !== search) return;
      asked.current = null;
      setProblem(helped.LOST);
      stopWaiting.current = helped.whenBack(() => latest.current(submitter, keep));
      return;
    }
    if (awaited.current !== search) return;
    setProblem(null);
    start(() => router[keep](`${action}${search}`, { scroll: false }));
  }

  // The native change event, which React has none of: it comes when a field is left, not at every key.
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onEdit = ({ type, target }: Pick<Event, "type" | "target">) => {
      const pause = pauseOf(type as "input" | "change", target);
      if (pause === null || (type === "change" && isQuiet(target))) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const wrong = element.querySelector<HTMLInputElement>(":invalid:not(fieldset)");
        if (wrong) {
          asked.current = null;
          help().then(({ faultOf }) => setProblem(faultOf(wrong)));
        } else if (queryOf(element) !== asked.current) latest.current(null, "replace");
      }, pause);
    };
    element.addEventListener("input", onEdit);
    element.addEventListener("change", onEdit);
    // Who was quicker than the script has told nobody; in a field that they are still in, they will.
    help().then(
      ({ filledIn }) => {
        for (const target of filledIn(element)) {
          onEdit({ type: target === document.activeElement ? "input" : "change", target });
        }
      },
      () => {},
    );
    return () => {
      clearTimeout(timer);
      stopWaiting.current();
      element.removeEventListener("input", onEdit);
      element.removeEventListener("change", onEdit);
    };
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A button with a name changes the form, and is pressed again.
    sent.current = !submitter?.getAttribute("name");
    focusLast.current = submitter?.dataset.focusLast ?? null;
    show(submitter, "push");
  }

  return (
    <form
      ref={form}
      action={answer ? `${action}#${answer}` : action}
      method="get"
      className={className}
      aria-label={label}
      aria-busy={pending}
      onSubmit={submit}
    >
      {children}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

function queryOf(form: HTMLFormElement, submitter: HTMLElement | null = null): string {
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(fields));
}

function isQuiet(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-quiet]") !== null;
}
