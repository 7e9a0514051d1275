"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from "react";

type Props = {
  action: string;
  /** Where the answer that is shown belongs. */
  address: string;
  className?: string;
  label?: string;
  children: ReactNode;
};

const PAUSE_MS = 350;
/** Fields whose every step may be shown; others are read when they are left. */
const STEPPED = new Set(["number", "range"]);

/** Asked for in place: a page that is led to another address would be drawn anew, and lose focus and what is typed. */
const IN_PLACE = "live";

/** A GET form that, where scripts run, shows its answer in place as it is filled in. */
export function LiveForm({ action, address, className, label, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [pending, start] = useTransition();

  const awaited = useRef<string | null>(null);

  // After each answer, as two may belong at one address; but not while the next is awaited, which this would end.
  useEffect(() => {
    const { search } = location;
    if (awaited.current !== null && awaited.current !== search) return;
    awaited.current = null;
    if (new URLSearchParams(search).has(IN_PLACE)) history.replaceState(null, "", address);
  });

  function show(submitter: HTMLElement | null, keep: "push" | "replace") {
    if (!form.current) return;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current, submitter)) query.append(name, String(value));
    query.append(IN_PLACE, "1");
    const search = `?${query}`;
    awaited.current = search;
    start(() => router[keep](`${action}${search}`, { scroll: false }));
  }

  // The native change event, which React has none of: it comes when a field is left, not at every key.
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (pause: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (element.checkValidity()) latest.current(null, "replace");
      }, pause);
    };
    const onInput = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && STEPPED.has(target.type)) later(PAUSE_MS);
    };
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.closest("[data-quiet]")) later(0);
    };
    element.addEventListener("input", onInput);
    element.addEventListener("change", onChange);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("input", onInput);
      element.removeEventListener("change", onChange);
    };
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    show((event.nativeEvent as SubmitEvent).submitter, "push");
  }

  return (
    <form
      ref={form}
      action={action}
      method="get"
      className={className}
      aria-label={label}
      aria-busy={pending}
      onSubmit={submit}
    >
      {children}
    </form>
  );
}
