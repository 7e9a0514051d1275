"use client";

import { type ComponentProps, type FormEvent, useId, useState } from "react";
import type { Suggestion } from "@/lib/http/suggest";

/** A product name field that suggests names while the reader types. Without JavaScript it is a plain field. */
export function NameField(props: ComponentProps<"input">) {
  const list = useId();
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);

  async function offer({ currentTarget: field }: FormEvent<HTMLInputElement>) {
    const text = field.value;
    if (text.trim().length < 2 || offered.some(({ name }) => name === text)) return;
    const answer = await fetch(`/search/suggest?q=${encodeURIComponent(text)}`).catch(() => null);
    if (!answer?.ok) return;
    const { results } = (await answer.json()) as { results: Suggestion[] };
    if (field.value === text) setOffered(results);
  }

  return (
    <>
      <input {...props} list={list} onInput={offer} maxLength={120} autoComplete="off" spellCheck={false} />
      <datalist id={list}>
        {offered.map(({ name, category, href }) => (
          <option key={href} value={name}>
            {category}
          </option>
        ))}
      </datalist>
    </>
  );
}
