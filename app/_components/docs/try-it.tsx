"use client";

import { type FormEvent, useId, useState } from "react";
import type { ReferenceExample, ReferenceField } from "@/lib/openapi/reference";
import { requestOf } from "@/lib/openapi/request";

type Props = {
  name: string;
  method: string;
  path: string;
  fields: FormField[];
  examples: ReferenceExample[];
  siteUrl: string;
  keyed: boolean;
};

type FormField = Omit<ReferenceField, "description">;

/** The most characters of a response that are shown: a whole category is too much for a field. */
const SHOWN_LENGTH = 200_000;

type Answer = { status: string; milliseconds: number; headers: [string, string][]; body: string };

/** The shown response headers, in this order. */
const HEADERS = [
  "Content-Type",
  "RateLimit-Policy",
  "RateLimit",
  "Retry-After",
  "Cache-Control",
  "ETag",
  "Last-Modified",
  "X-Request-Id",
];

/** Renders the form only when the reader opens it: the closed form would be most of the page's HTML. */
export function TryIt(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="mt-4 border-t border-rule pt-3"
      data-testid="try-it"
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary>Try it</summary>
      {opened ? (
        <TryForm {...props} />
      ) : (
        <noscript>This form needs JavaScript. You can send the request above without it.</noscript>
      )}
    </details>
  );
}

function TryForm({ name, method, path, fields, examples, siteUrl, keyed }: Props) {
  const id = useId();
  const [first] = examples;
  const [values, setValues] = useState<Record<string, string>>(first?.values ?? {});
  const [body, setBody] = useState(first?.body ?? "{}");
  const [key, setKey] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [state, setState] = useState<"idle" | "waiting" | "failed">("idle");
  const { address } = requestOf({ method, path }, values);
  const asked = fields.filter(({ where }) => where !== "body");
  const isMain = ({ name, required }: FormField) =>
    required || asked.length <= 6 || examples.some((example) => name in example.values);
  const main = asked.filter(isMain);
  const others = asked.filter((field) => !isMain(field));

  function choose(chosen: string) {
    const example = examples.find((candidate) => candidate.name === chosen);
    if (!example) return;
    setValues(example.values);
    setBody(example.body ?? "{}");
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    setState("waiting");
    const started = performance.now();
    try {
      const response = await fetch(address, {
        method,
        ...(key !== "" && { headers: { Authorization: `Bearer ${key}` } }),
        ...(method !== "GET" && { body, headers: { "Content-Type": "application/json" } }),
      });
      const text = await response.text();
      setAnswer({
        status: `${response.status} ${response.statusText}`.trim(),
        milliseconds: Math.round(performance.now() - started),
        headers: HEADERS.flatMap((header): [string, string][] => {
          const value = response.headers.get(header);
          return value === null ? [] : [[header, value]];
        }),
        body: text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : indentedJson(text),
      });
      setState("idle");
    } catch {
      setAnswer(null);
      setState("failed");
    }
  }

  const field = (entry: FormField) => (
    <Field
      key={entry.name}
      id={`${id}-${entry.name}`}
      field={entry}
      value={values[entry.name] ?? ""}
      onChange={(value) => setValues((before) => ({ ...before, [entry.name]: value }))}
    />
  );

  return (
    <form onSubmit={send} className="try mt-2" aria-label={`Try ${name}`}>
      {examples.length > 1 ? (
        <label>
          <span>Example</span>
          <select onChange={(event) => choose(event.target.value)}>
            {examples.map((example) => (
              <option key={example.name} value={example.name}>
                {example.summary}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {keyed ? (
        <label className="mt-2">
          <span>API key (sent as a Bearer token)</span>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value.trim())}
          />
        </label>
      ) : null}
      {main.map(field)}
      {others.length > 0 ? (
        <details>
          <summary className="text-table">{`${others.length} more parameters`}</summary>
          {others.map(field)}
        </details>
      ) : null}
      {method === "GET" ? null : (
        <label>
          <span>JSON body</span>
          <textarea
            rows={Math.min(16, body.split("\n").length + 1)}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
      )}
      <p className="mt-3 text-table">
        <code className="break-all">{`${method} ${siteUrl}${address}`}</code>
      </p>
      <button type="submit" className="mt-2" disabled={state === "waiting"}>
        Send
      </button>
      <p className="mt-3 text-table" role="status" data-testid="status">
        {statusText(state, answer)}
      </p>
      {answer ? (
        <>
          <dl className="note mt-1">
            {answer.headers.map(([header, value]) => (
              <div key={header}>
                <dt className="inline">{header}: </dt>
                <dd className="inline break-all text-ink-2">{value}</dd>
              </div>
            ))}
          </dl>
          <label>
            <span>Response body</span>
            <textarea
              readOnly
              wrap="off"
              rows={Math.min(24, answer.body.split("\n").length + 1)}
              value={answer.body}
              data-testid="body"
            />
          </label>
        </>
      ) : null}
    </form>
  );
}

function statusText(state: "idle" | "waiting" | "failed", answer: Answer | null): string {
  if (state === "waiting") return "Waiting for the response.";
  if (state === "failed") return "No response. Check your connection and try again.";
  return answer ? `${answer.status}, ${answer.milliseconds} ms` : "";
}

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type FieldProps = { id: string; field: FormField; value: string; onChange: (value: string) => void };

function Field({ id, field: { name, required, options, type }, value, onChange }: FieldProps) {
  return (
    <div className="mt-2">
      <label htmlFor={id}>
        <span>{required ? `${name}, required` : name}</span>
      </label>
      {options.length > 0 ? (
        <select id={id} required={required} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">not sent</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          required={required}
          placeholder={type}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
