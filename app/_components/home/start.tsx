import "@/app/_components/tools.css";
import { CodeBlock } from "@/app/_components/docs/code-block";
import { NameField } from "@/app/_components/name-field";
import { LLM_PATH, TCO_PATH } from "@/app/_data/tool-paths";
import { endpoint } from "@/lib/mcp/identity";

/** A form with one row of the cost calculator. It sends the same fields. */
export function TeamCalculator() {
  return (
    <section aria-labelledby="team" data-testid="team-calculator">
      <h2 id="team">Calculate for your team</h2>
      <form action={TCO_PATH} method="get" className="home-team">
        <input type="hidden" name="hidden" value="1" />
        <div className="control">
          <label htmlFor="team-product">Product</label>
          <NameField id="team-product" name="product" required />
        </div>
        <div className="control">
          <label htmlFor="team-seats">People</label>
          <input id="team-seats" name="seats" inputMode="numeric" maxLength={12} autoComplete="off" required />
        </div>
        <button type="submit" className="button">
          Calculate
        </button>
      </form>
      <p className="mt-3 text-table text-ink-2">
        You get a receipt: each line with its source, and everything that is unknown.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2 text-table">
        <a href={TCO_PATH}>Up to ten products, 1 to 5 years</a>
        <a href={LLM_PATH}>LLM cost by model</a>
      </p>
    </section>
  );
}

export function ConnectAgent({ site }: { site: { url: string } }) {
  return (
    <section aria-labelledby="agent" data-testid="connect-agent">
      <h2 id="agent">Connect your agent</h2>
      <p className="mt-2 text-table text-ink-2">MCP server. Free, no key, no sign-in.</p>
      <CodeBlock id="home-mcp" label="MCP server URL" code={endpoint(site)} />
      <p className="mt-2 text-table text-ink-2">Or call the REST API:</p>
      <CodeBlock id="home-curl" label="curl command" code={`curl '${site.url}/api/v2/pricing/slack?depth=summary'`} />
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2 text-table">
        <a href="/agents">Set up Claude, ChatGPT, Cursor and others</a>
        <a href="/docs">API reference</a>
      </p>
    </section>
  );
}
