"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { pauseOf } from "./live-pause";

type Props = {
  action: string;
  /** The canonical URL of the result. */
  address: string;
  className?: string;
  label?: string;
  /** Id of the result's element. The page scrolls to it after a submit. */
  answer?: string;
  children: ReactNode;
};

type Keep = "push" | "replace";

/** The form's helper functions, which load once after the page has loaded. */
const help = () => import("./live-help");

/**
 * Query parameter that requests a response in place. A redirect would render the page again and lose focus and input.
 */
const IN_PLACE = "live";

/** A GET form that shows its result in place while it is filled in. Without JavaScript it is a plain form. */
export function LiveForm({ action, address, className, label, answer, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [pending, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);

  const awaited = useRef<string | null>(null);
  /** True after a submit by button: focus then moves to the result. */
  const sent = useRef(false);
  /** A CSS selector. The last matching field gets focus when the response arrives. */
  const focusLast = useRef<string | null>(null);
  const stopWaiting = useRef(() => {});
  /** The last query. If a field was answered while the reader typed, leaving it sends no second request. */
  const asked = useRef<string | null>(null);

  // Runs after each response, because two responses may share a URL. It does nothing while a later response is pending,
  // because replacing the URL would cancel that request.
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

  // Uses the native change event, which fires when a field loses focus. React's onChange fires at every key.
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
    // The reader may have typed before this script ran, without an event. A focused field gets an input event,
    // because a change event follows when the reader leaves it.
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
    // A button with a name changes the form. The reader may press it again, so focus stays.
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
