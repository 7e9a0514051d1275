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
      "Connect your agent to software prices with sources: one MCP endpoint for Claude, ChatGPT, Cursor, VS Code and any other client. Free, no key.",
    alternates: { canonical: `${site().url}/agents` },
  };
}

const FILES = [
  { path: "/llms.txt", what: "Map of the site for language models" },
  { path: "/llms-full.txt", what: "Tools, endpoints, arguments, errors and categories in one file" },
  { path: "/.well-known/agent-skills/index.json", what: "Agent skill: how to use this service" },
  { path: "/mcp/server-card", what: "MCP server card" },
  { path: "/server.json", what: "MCP registry entry" },
  { path: "/.well-known/ai-catalog.json", what: "AI catalog with a link to the server card" },
  { path: "/.well-known/api-catalog", what: "API catalog (RFC 9727)" },
  { path: "/api/v2/openapi.json", what: "OpenAPI 3.1 document of the REST API" },
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
            {`One MCP endpoint over Streamable HTTP. No key, no sign-in. ${KEYLESS.quota} calls per minute. Protocol versions: ${PROTOCOL_VERSIONS.join(", ")}.`}
          </p>
        </header>
      </Static>

      {example ? (
        <Section
          id="conversation"
          title="Example conversation"
          note="The tool calls and their output are live. Long output is shortened. The reply at the end is an example, with figures from that output."
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
                <p className="note mt-2">Tool output</p>
                <pre className="conversation-output">{output.text}</pre>
                {output.whole ? null : (
                  <p className="note mt-1">{`Shortened: the full output has ${formatNumber(output.lines)} lines.`}</p>
                )}
              </li>
            ))}
            <li data-testid="reply">
              <p className="note">Your agent’s reply (an example)</p>
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
        note={`Checked against each client’s documentation on ${formatDay(CLIENTS_CHECKED)}. If a menu has changed since then, follow the documentation.`}
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
                    {into ? <p className="note mt-2">{`${into}:`}</p> : null}
                    <div className="mt-1">
                      <CodeBlock id={`set-up-${index}`} label={`Setup for ${name}`} code={text} />
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
                    {`Documentation: ${name === "Any other client" ? "Model Context Protocol" : name}`}
                  </a>
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section
        id="tools"
        title="Tools"
        note="Each tool is also available as a REST endpoint that returns the same data."
      >
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

      <Section id="files" title="Files" note="Agents can read these files without any setup.">
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
          Every product page is also available as Markdown: add <code>.md</code> to the URL, or send{" "}
          <code>Accept: text/markdown</code>.
        </p>
      </Section>

      <Section id="show" title="Show a price">
        <p className="max-w-read">
          Put a badge in a README, or a card with a product’s tiers on your page: <a href="/badges">badges and cards</a>
          .
        </p>
      </Section>

      <Section id="cite" title="Cite a price">
        <p className="max-w-read">
          Link <code>links.page</code> of each product whose figures you quote, and give the date they were checked. An
          unknown price is null with a reason, never 0.
        </p>
      </Section>
      <PageTools />
    </>
  );
}
