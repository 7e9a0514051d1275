import { KEYED } from "@/lib/access/rate-limit";
import { formatNumber } from "@/lib/format/money";
import type { ReferenceEntry, ReferenceFailure, ReferenceField } from "@/lib/openapi/reference";
import { Static } from "../static";
import { AnswerTable } from "./answer-table";
import { CodeBlock } from "./code-block";
import { CodeTabs } from "./code-tabs";
import { Prose } from "./prose";
import { TryIt } from "./try-it";

const ACCESS: Record<ReferenceEntry["access"], string> = {
  open: "Each call counts against the rate limit.",
  key: `Requires a subscriber's API key, sent as a Bearer token or as the key query parameter. ${KEYED.quota} calls per ${KEYED.windowSeconds} seconds for each key.`,
  unmetered: "Not counted against the rate limit.",
};

export function OperationLead({ entry: { method, path, description } }: { entry: ReferenceEntry }) {
  return (
    <>
      <p className="mt-2 text-table">
        <code className="break-all">
          <strong>{method}</strong> {path}
        </code>
      </p>
      <p className="mt-3 max-w-read text-ink-2">
        <Prose text={description} />
      </p>
    </>
  );
}

export function OperationEntry({ entry, siteUrl }: { entry: ReferenceEntry; siteUrl: string }) {
  const { name, method, path, fields, ownErrors, commonErrors } = entry;
  return (
    <section id={name} data-operation={name} className="docs-columns pb-8">
      <Static className="min-w-0">
        <h2>Request</h2>
        {fields.length > 0 ? <Fields fields={fields} /> : <p className="note mt-2">No parameters.</p>}
        <p className="note mt-4">
          Operation <code>{name}</code>. {ACCESS[entry.access]}
        </p>
      </Static>
      <div className="min-w-0">
        <Static>
          <CodeTabs id={`${name}-request`} legend={`Request for ${name}`} samples={entry.samples} />
        </Static>
        <TryIt
          name={name}
          method={method}
          path={path}
          fields={fields.map(({ name, where, required, type, options }) => ({ name, where, required, type, options }))}
          examples={entry.examples}
          siteUrl={siteUrl}
          keyed={entry.access === "key"}
        />
      </div>
      <Static className="min-w-0">
        <h2>Response</h2>
        <details className="mt-2" data-testid="answer-fields">
          <summary className="text-table">{`Response fields (${entry.answerFields.length})`}</summary>
          <div className="mt-2">
            <AnswerTable fields={entry.answerFields} />
          </div>
        </details>
        <Errors own={ownErrors} common={commonErrors} />
      </Static>
      <Static className="min-w-0">
        <Answers entry={entry} />
      </Static>
    </section>
  );
}

function Fields({ fields }: { fields: ReferenceField[] }) {
  return (
    <table className="ledger ledger-stack members mt-4" data-parameters>
      <caption>{fields.some(({ where }) => where === "body") ? "Fields of the JSON body" : "Parameters"}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, where, required, type, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {required ? <span className="tag ml-2">required</span> : null}
              <small>{where === "path" ? `${type}, in the path` : type}</small>
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
          {"Common to every endpoint: "}
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
    <a href={`/problems/${code}`}>
      <code>{code}</code>
    </a>
  );
}

function Answers({ entry: { name, method, access, answers } }: { entry: ReferenceEntry }) {
  return (
    <>
      {answers.length === 0 ? (
        <p className="note mt-1">No example response is shown here. Try it above, or open the URL.</p>
      ) : null}
      {answers.map((answer, index) => (
        <details key={answer.name} name={`${name}-answers`} open={index === 0} className="mt-2">
          <summary className="text-table">{`${answer.summary}, ${answer.status}`}</summary>
          {index > 0 ? (
            <p className="note mt-1">
              <code className="break-all">{`${method} ${answer.request.address}`}</code>
            </p>
          ) : null}
          {index > 0 && answer.request.body ? (
            <p className="note mt-1">
              <code className="break-all">{JSON.stringify(answer.request.body)}</code>
            </p>
          ) : null}
          <div className="mt-1" data-answer={`${name} ${answer.name}`}>
            <CodeBlock id={`${name}-${answer.name}`} label={answer.summary} code={answer.text} className="answer" />
          </div>
          {answer.whole ? null : (
            <p className="note mt-1">
              {`Shortened from ${formatNumber(answer.lines)} lines. `}
              {method === "GET" && access !== "key" ? (
                <a href={answer.request.address}>Open the full response</a>
              ) : null}
            </p>
          )}
        </details>
      ))}
    </>
  );
}
