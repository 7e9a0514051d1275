import type { Metadata } from "next";
import { connection } from "next/server";
import { CodeTabs } from "@/app/_components/docs/code-tabs";
import { DocsFrame } from "@/app/_components/docs/frame";
import { OldAnchors } from "@/app/_components/docs/old-anchors";
import { Static } from "@/app/_components/static";
import { site } from "@/app/_data/site";
import { KEYLESS } from "@/lib/access/rate-limit";
import { DOCS_PATH } from "@/lib/openapi/docs-pages";
import { pages, quickstart, reference } from "./data";
import "./docs.css";

export function generateMetadata(): Metadata {
  return {
    title: "Software pricing API: quickstart and reference",
    description:
      "A free API for software prices, no key needed. Quickstart in curl, TypeScript and Python, and every endpoint with real responses.",
    alternates: { canonical: `${site().url}${DOCS_PATH}` },
  };
}

const LINKS = [
  { href: "/api/v2/openapi.json", text: "OpenAPI 3.1 description" },
  { href: "/llms-full.txt", text: "The whole documentation as one text file" },
  { href: "/agents", text: "The same data over MCP, for agents" },
  { href: "/problems", text: "All errors" },
];

export default async function DocsPage() {
  await connection();
  const [entries, first] = await Promise.all([reference(), quickstart()]);
  const moved = pages.flatMap(({ id }) => (id === null || id === "shapes" ? [] : [id]));
  return (
    <DocsFrame
      pages={pages}
      here={DOCS_PATH}
      title="API reference"
      lead={
        <p className="mt-3 max-w-read text-ink-2">
          {`Software prices as JSON. ${entries.length} endpoints, free and without a key except for bulk data. ${KEYLESS.quota} requests per minute.`}
        </p>
      }
    >
      <Static>
        {first ? (
          <section aria-labelledby="quickstart" className="docs-columns">
            <div className="min-w-0">
              <h2 id="quickstart">Quickstart</h2>
              <CodeTabs id="first" legend="First request" samples={first.samples} />
            </div>
            <div className="min-w-0">
              <h3>Output</h3>
              <pre className="quote mt-1" data-testid="prints">
                {first.output}
              </pre>
              <p className="note mt-2">
                Live output from the catalogue. If you show the sentence, leave it unchanged and link to the page below
                it.
              </p>
            </div>
          </section>
        ) : null}
        <section aria-labelledby="operations" className="pt-8">
          <h2 id="operations">Endpoints</h2>
          <p className="mt-1 max-w-read text-ink-2">
            Each endpoint has a page with its parameters, response fields, real responses and a form to send a request.
          </p>
          <table className="ledger ledger-stack mt-3">
            <thead>
              <tr>
                <th scope="col">Summary</th>
                <th scope="col">Endpoint</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ name, summary, method, path }) => (
                <tr key={name} id={name} data-operation={name}>
                  <th scope="row">
                    <a href={`${DOCS_PATH}/${name}`}>{summary}</a>
                  </th>
                  <td data-label="Endpoint">
                    <code className="break-all">{`${method} ${path}`}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section aria-labelledby="reading" className="pt-8 pb-8">
          <h2 id="reading">Good to know</h2>
          <ul className="mt-2">
            {pages
              .filter(({ id, group }) => id !== null && group === pages[0]?.group)
              .map(({ id, path, title }) => (
                <li key={path} id={id ?? undefined} className="py-1">
                  <a href={path}>{title}</a>
                </li>
              ))}
            {LINKS.map(({ href, text }) => (
              <li key={href} className="py-1">
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </section>
      </Static>
      <OldAnchors ids={moved} path={DOCS_PATH} />
    </DocsFrame>
  );
}
