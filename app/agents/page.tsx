import type { Metadata } from "next";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { CodeBlock } from "@/app/_components/docs/code-block";
import { PageTools } from "@/app/_components/product/live/page-tools";
import { Section } from "@/app/_components/section";
import { Static } from "@/app/_components/static";
import { conversation } from "@/app/_data/conversation";
import { site } from "@/app/_data/site";
import { KEYLESS } from "@/lib/access/rate-limit";
import { formatDay } from "@/lib/format/dates";
import { formatNumber } from "@/lib/format/money";
import { CLIENTS_CHECKED, clientSetups } from "@/lib/mcp/discovery/clients";
import { endpoint, PROTOCOL_VERSIONS } from "@/lib/mcp/identity";
import { tools } from "@/lib/mcp/tools";
import "./agents.css";

export const dynamic = "force-dynamic";

export function generateMetadata(): Metadata {
  return {
    title: "For agents",
    description:
      "Connect an agent to sourced software prices: one MCP address for Claude, ChatGPT, Cursor, VS Code and any other client. Free, no key.",
    alternates: { canonical: `${site().url}/agents` },
  };
}

const FILES = [
  { path: "/llms.txt", what: "Map of the site, for a model" },
  { path: "/llms-full.txt", what: "Tools, endpoints, arguments, errors and categories in one file" },
  { path: "/.well-known/agent-skills/index.json", what: "Agent skill: how to use this service" },
  { path: "/mcp/server-card", what: "MCP server card" },
  { path: "/server.json", what: "Entry for the MCP registry" },
  { path: "/.well-known/ai-catalog.json", what: "AI catalog, leads to the server card" },
  { path: "/.well-known/api-catalog", what: "API catalog (RFC 9727)" },
  { path: "/api/v2/openapi.json", what: "OpenAPI 3.1, the same operations over REST" },
];

export default async function AgentsPage() {
  const here = site();
  const example = await conversation();
  return (
    <>
      <Static>
        <div className="pt-4">
          <Breadcrumbs items={[{ name: "Software", href: "/" }, { name: "For agents" }]} />
        </div>
        <header className="pt-3 pb-6">
          <h1>For agents</h1>
          <p className="mt-3 text-section leading-snug" data-testid="endpoint">
            <code>{endpoint(here)}</code>
          </p>
          <p className="mt-2 max-w-read text-ink-2">
            {`One MCP address, Streamable HTTP, no key, no sign-in. ${KEYLESS.quota} calls a minute. Revisions ${PROTOCOL_VERSIONS.join(", ")}.`}
          </p>
        </header>
      </Static>

      {example ? (
        <Section
          id="conversation"
          title="A conversation"
          note="The calls were made as this page was. Their output is the service’s, cut short where it says so. The last words are an example: their figures come from that output."
        >
          <ol className="conversation" data-testid="conversation">
            <li>
              <p className="note">You</p>
              <p>{example.question}</p>
            </li>
            {example.calls.map(({ name, arguments: given, output }) => (
              <li key={name} data-call={name}>
                <p className="note">
                  Your agent calls <code>{name}</code>
                </p>
                <CodeBlock id={`call-${name}`} label={`Arguments of ${name}`} code={JSON.stringify(given)} />
                <p className="note mt-2">It is told</p>
                <pre className="conversation-output">{output.text}</pre>
                {output.whole ? null : (
                  <p className="note mt-1">{`Cut short: ${formatNumber(output.lines)} lines in all.`}</p>
                )}
              </li>
            ))}
            <li data-testid="reply">
              <p className="note">Your agent may say (an example)</p>
              {example.reply.map((line) => (
                <p key={line} className="mt-1">
                  {line}
                </p>
              ))}
              <p className="mt-1 flex flex-wrap gap-x-4">
                {example.cited.map(({ name, page }) => (
                  <a key={page} href={page}>
                    {name}
                  </a>
                ))}
              </p>
            </li>
          </ol>
        </Section>
      ) : null}

      <Section
        id="connect"
        title="Connect"
        note={`Held against each client’s documentation on ${formatDay(CLIENTS_CHECKED)}. Menus move; where one differs, its documentation is right.`}
      >
        <dl>
          {clientSetups(here).map(({ name, steps, into, text, links, docs }, index) => (
            <div key={name} className="border-b border-rule py-4 first:pt-0" data-client={name}>
              <dt>
                <strong>{name}</strong>
              </dt>
              <dd className="mt-1">
                <p className="max-w-read">{steps}</p>
                {text ? (
                  <>
                    {into ? <p className="note mt-2">{`Into ${into}:`}</p> : null}
                    <div className="mt-1">
                      <CodeBlock id={`set-up-${index}`} label={`Set-up for ${name}`} code={text} />
                    </div>
                  </>
                ) : null}
                <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-table">
                  {links.map((link) => (
                    <a key={link.href} href={link.href}>
                      {link.text}
                    </a>
                  ))}
                  <a href={docs} rel="noopener nofollow">
                    {`Documentation of ${name === "Any other client" ? "the protocol" : name}`}
                  </a>
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section id="tools" title="Tools" note="Each is also a REST endpoint with the same answer.">
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">What it does</th>
              <th scope="col">REST</th>
            </tr>
          </thead>
          <tbody>
            {tools().map(({ name, title, operation }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td data-label="What it does">{title}</td>
                <td data-label="REST">
                  <code className="break-all">{`${operation.http.method} ${operation.http.path}`}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>

      <Section id="files" title="Files" note="Read by agents without a set-up.">
        <ul>
          {FILES.map(({ path, what }) => (
            <li key={path} className="py-1">
              <a href={path}>
                <code>{path}</code>
              </a>
              {`: ${what}.`}
            </li>
          ))}
        </ul>
        <p className="mt-3 max-w-read">
          Each product page has a Markdown twin: add <code>.md</code> to its address, or ask for{" "}
          <code>text/markdown</code>.
        </p>
      </Section>

      <Section id="show" title="Showing a price">
        <p className="max-w-read">
          A badge in a README, or a card with a product’s tiers on a page:{" "}
          <a href="/badges">badges and cards, with what to paste</a>.
        </p>
      </Section>

      <Section id="cite" title="Citing">
        <p className="max-w-read">
          Link <code>links.page</code> of each product whose figures you state and give the day on which they were seen.
          An unknown price is null with a reason, never 0.
        </p>
      </Section>
      <PageTools />
    </>
  );
}
