import Link from "next/link";
import { formatNumber } from "@/lib/format/money";
import type { ReferenceEntry, ReferenceFailure, ReferenceField } from "@/lib/openapi/reference";
import { Prose } from "./prose";
import { TryIt } from "./try-it";

/** Answers up to this many lines stand open. */
const SHORT = 40;

export function OperationEntry({ entry, siteUrl }: { entry: ReferenceEntry; siteUrl: string }) {
  const { name, summary, description, method, path, fields, ownErrors, commonErrors } = entry;
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      data-operation={name}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 border-t border-(--rule-strong) pt-4 pb-12 min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
    >
      <div className="min-w-0">
        <h2 id={`${name}-title`}>
          <a href={`#${name}`} className="quiet-link">
            {summary}
          </a>
        </h2>
        <p className="mt-1 text-table">
          <code className="break-all">
            <strong>{method}</strong> {path}
          </code>
        </p>
        <p className="mt-3 max-w-read">
          <Prose text={description} />
        </p>
        {fields.length > 0 ? <Fields fields={fields} /> : <p className="note mt-4">Takes no parameters.</p>}
        <Errors own={ownErrors} common={commonErrors} />
        <p className="note mt-4">
          Operation <code>{name}</code>.{" "}
          {entry.metered ? "Each call counts against the rate limit." : "Not counted against the rate limit."}
        </p>
      </div>
      <div className="min-w-0">
        <Example entry={entry} />
        <details className="mt-4 border-t border-rule pt-3" data-testid="try-it">
          <summary>Try it</summary>
          <TryIt name={name} method={method} path={path} fields={fields} examples={entry.examples} siteUrl={siteUrl} />
        </details>
      </div>
    </section>
  );
}

function Fields({ fields }: { fields: ReferenceField[] }) {
  return (
    <table className="ledger ledger-stack mt-4">
      <caption>{fields.some(({ where }) => where === "body") ? "Members of the JSON body" : "Parameters"}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-2/5">
            Name
          </th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, where, required, type, description }) => (
          <tr key={name}>
            <th scope="row">
              <code className="break-all">{name}</code>
              {required ? <span className="tag ml-2">required</span> : null}
              <span className="note block font-normal">{where === "path" ? `${type}, in the path` : type}</span>
            </th>
            <td>
              <Prose text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Errors({ own, common }: { own: ReferenceFailure[]; common: ReferenceFailure[] }) {
  return (
    <>
      <h3 className="mt-6">Errors</h3>
      <ul className="mt-1 text-table">
        {own.map(({ code, status, meaning }) => (
          <li key={code} className="py-0.5">
            {status} <ErrorLink code={code} />: <Prose text={meaning} />
          </li>
        ))}
        <li className="py-0.5">
          {own.length > 0 ? "As everywhere: " : "Those of every endpoint: "}
          {common.map(({ code, status }, index) => (
            <span key={code}>
              {index > 0 ? ", " : null}
              {status} <ErrorLink code={code} />
            </span>
          ))}
          .
        </li>
      </ul>
    </>
  );
}

function ErrorLink({ code }: { code: string }) {
  return (
    <Link href={`/problems/${code}`} prefetch={false}>
      <code>{code}</code>
    </Link>
  );
}

function Example({ entry: { name, samples, shown, answer } }: { entry: ReferenceEntry }) {
  const lines = answer?.split("\n").length ?? 0;
  return (
    <>
      <h3>{shown ? `Example: ${shown.charAt(0).toLowerCase()}${shown.slice(1)}` : "Example"}</h3>
      {samples.map(({ language, code }, index) => (
        <details key={language} name={`${name}-language`} open={index === 0} className="mt-2">
          <summary className="text-table">{language}</summary>
          <pre className="quote mt-1">
            <code>{code}</code>
          </pre>
        </details>
      ))}
      {answer === null ? (
        <p className="note mt-3">No answer is printed here. Try it below, or open the address.</p>
      ) : (
        <details className="mt-3" open={lines <= SHORT}>
          <summary className="text-table">{`Answer, ${formatNumber(lines)} lines`}</summary>
          <pre className="answer mt-1" data-answer={name}>
            <code>{answer}</code>
          </pre>
        </details>
      )}
    </>
  );
}
