"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Suggestion } from "@/lib/http/suggest";
import type { ComboboxProps } from "./search-field";

const PAUSE_MS = 120;

type State = { status: "idle" | "busy" | "found" | "failed"; text: string; results: readonly Suggestion[] };
const IDLE: State = { status: "idle", text: "", results: [] };

/** Suggests products while the reader types. Choosing one opens the product; Enter submits the form. */
export function SearchCombobox({ id, query, label, typed, selection }: ComboboxProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [value, setValue] = useState(typed);
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<State>(IDLE);
  const actions = useRef<Autocomplete.Root.Actions>(null);
  const text = value.trim();
  const untouched = text === (query ?? "").trim();

  useLayoutEffect(() => {
    if (!selection) return;
    input?.focus({ preventScroll: true });
    input?.setSelectionRange(...selection);
  }, [input, selection]);

  useEffect(() => {
    if (text === "" || untouched) {
      setState(IDLE);
      return;
    }
    setOpen(true);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      setState((before) => ({ ...before, status: "busy" }));
      try {
        const answer = await fetch(`/search/suggest?q=${encodeURIComponent(text)}`, { signal: controller.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const { results } = (await answer.json()) as { results: Suggestion[] };
        setState({ status: "found", text, results });
      } catch {
        if (!controller.signal.aborted) setState({ status: "failed", text, results: [] });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, untouched]);

  const { status, results } = state;
  const shown = open && status !== "idle";
  useEffect(() => {
    if (!shown) actions.current?.unmount();
  }, [shown]);

  return (
    <Autocomplete.Root
      items={results}
      value={value}
      onValueChange={setValue}
      open={shown}
      actionsRef={actions}
      onOpenChange={setOpen}
      itemToStringValue={({ name }: Suggestion) => name}
      mode="none"
      filter={null}
    >
      <Autocomplete.Input
        ref={setInput}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && !relatedTarget.closest(".suggestions")) setOpen(false);
        }}
        id={id}
        name="q"
        type="search"
        placeholder={label}
        autoComplete="off"
        aria-keyshortcuts="/"
        spellCheck={false}
        maxLength={200}
      />
      {/* Autocomplete.Popup hides the rest of the page from screen readers, although Tab still reaches it. */}
      <Autocomplete.Portal container={input?.form} className="contents">
        <Autocomplete.Positioner className="suggestions" align="start" sideOffset={4}>
          <div className="suggestions-popup" aria-busy={status === "busy" || undefined}>
            <Autocomplete.Status className="suggestions-status">{statusText(state)}</Autocomplete.Status>
            <Autocomplete.List>
              {({ name, category, price, href }: Suggestion) => (
                <Autocomplete.Item
                  key={href}
                  value={{ name, category, price, href }}
                  className="suggestion"
                  render={<a href={href} tabIndex={-1} />}
                  nativeButton={false}
                >
                  <span className="suggestion-name">{name}</span>
                  <span className="suggestion-price">{price}</span>
                  <span className="suggestion-category">{category}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </div>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function statusText({ status, text, results }: State): string {
  if (status === "failed") return "Suggestions are unavailable. Press Enter to search.";
  if (status === "busy" && results.length === 0) return "Searching…";
  if (status === "found" && results.length === 0) return `No suggestions for “${text}”.`;
  const products = results.filter(({ isAnswer }) => !isAnswer).length;
  const counted = products === 1 ? "1 product" : `${products} products`;
  return products < results.length ? `The answer and ${counted}` : counted;
}
