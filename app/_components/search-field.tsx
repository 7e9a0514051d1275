"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

export type FieldProps = { id: string; query?: string; label: string };
export type ComboboxProps = FieldProps & {
  /** The value of the plain field that the combobox replaces. `selection` is null if the field has lost focus. */
  typed: string;
  selection: readonly [number | null, number | null] | null;
};

type Upgrade = { Combobox: ComponentType<ComboboxProps> } & Pick<ComboboxProps, "typed" | "selection">;

/**
 * Moves focus to a search field when the reader presses the slash key. Every field adds this listener; one is enough.
 */
function focusOnSlash(event: KeyboardEvent) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  import("./focus-search").then(({ focusSearch }) => focusSearch());
}

/** Renders a plain field. The combobox and its code load when the reader first uses the field. */
export function SearchField({ id, query, label }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  const composing = useRef(false);
  const [upgrade, setUpgrade] = useState<Upgrade | null>(null);

  async function takeOver() {
    if (asked.current) return;
    asked.current = true;
    try {
      const { SearchCombobox } = await import("./search-combobox");
      const field = input.current;
      if (!field) return;
      if (composing.current) {
        asked.current = false;
        return;
      }
      const focused = document.activeElement === field;
      const selection = focused ? ([field.selectionStart, field.selectionEnd] as const) : null;
      flushSync(() => setUpgrade({ Combobox: SearchCombobox, typed: field.value, selection }));
    } catch {
      asked.current = false;
    }
  }

  const latest = useRef(takeOver);
  latest.current = takeOver;
  useEffect(() => {
    if (document.activeElement === input.current) void latest.current();
  }, []);

  useEffect(() => {
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, []);

  if (upgrade) {
    const { Combobox, typed, selection } = upgrade;
    return <Combobox id={id} query={query} label={label} typed={typed} selection={selection} />;
  }
  return (
    <input
      ref={input}
      id={id}
      name="q"
      type="search"
      defaultValue={query}
      placeholder={label}
      autoComplete="off"
      aria-keyshortcuts="/"
      spellCheck={false}
      maxLength={1000}
      onFocus={takeOver}
      onInput={takeOver}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
        void takeOver();
      }}
    />
  );
}
