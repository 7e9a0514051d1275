import type { Site } from "@/lib/operations/define";
import { endpoint } from "../identity";

export interface ClientSetup {
  name: string;
  /** What to do, in words, before or instead of the text. */
  steps: string;
  /** Where `text` belongs. */
  into: "a terminal" | "the connector’s address" | `the file ${string}` | null;
  /** To paste. */
  text: string | null;
  /** Addresses that the client opens to install the server. */
  links: { href: string; text: string }[];
  docs: string;
}

/** The day on which the set-ups were last held against the clients' own documentation. */
export const CLIENTS_CHECKED = "2026-11-21";

const ID = "software-pricing";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** How each client's own documentation says that a remote server is added. */
export function clientSetups(site: Pick<Site, "url">): ClientSetup[] {
  const url = endpoint(site);
  const vscode = JSON.stringify({ name: ID, type: "http", url });
  const cursor = Buffer.from(JSON.stringify({ url })).toString("base64");
  return [
    {
      name: "Claude Code",
      steps: "For every project add --scope user before the name.",
      into: "a terminal",
      text: `claude mcp add --transport http ${ID} ${url}`,
      links: [],
      docs: "https://code.claude.com/docs/en/mcp",
    },
    {
      name: "Claude on the web and desktop",
      steps:
        "Open Connectors, under Customize or Settings, and choose Add custom connector. No sign-in is asked for. Claude connects from its own network, so the address must be reachable from the internet; claude_desktop_config.json is not for remote servers.",
      into: "the connector’s address",
      text: url,
      links: [],
      docs: "https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp",
    },
    {
      name: "ChatGPT",
      steps:
        "On the web: Settings → Apps → Advanced settings, and turn on Developer mode. Then create an app with this address and no authentication. Workspaces allow it in their own settings.",
      into: "the connector’s address",
      text: url,
      links: [],
      docs: "https://developers.openai.com/api/docs/guides/developer-mode",
    },
    {
      name: "Cursor",
      steps:
        "Open the link, or add the server to the file; .cursor/mcp.json in a project holds for that project alone.",
      into: "the file ~/.cursor/mcp.json",
      text: json({ mcpServers: { [ID]: { url } } }),
      links: [
        {
          href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${ID}&config=${encodeURIComponent(cursor)}`,
          text: "Add to Cursor",
        },
      ],
      docs: "https://cursor.com/docs/mcp/install-links",
    },
    {
      name: "VS Code",
      steps: "Open a link, or run the line; a project keeps its servers in .vscode/mcp.json.",
      into: "a terminal",
      text: `code --add-mcp '${vscode}'`,
      links: [
        { href: `vscode:mcp/install?${encodeURIComponent(vscode)}`, text: "Add to VS Code" },
        { href: `vscode-insiders:mcp/install?${encodeURIComponent(vscode)}`, text: "Add to VS Code Insiders" },
      ],
      docs: "https://code.visualstudio.com/docs/copilot/customization/mcp-servers",
    },
    {
      name: "Windsurf",
      steps: "Add the server to the file and press refresh. A remote server is named by serverUrl, not url.",
      into: "the file ~/.codeium/windsurf/mcp_config.json",
      text: json({ mcpServers: { [ID]: { serverUrl: url } } }),
      links: [],
      docs: "https://docs.windsurf.com/windsurf/cascade/mcp",
    },
    {
      name: "Codex",
      steps: "The command line and the editor extension share one file, ~/.codex/config.toml; this writes to it.",
      into: "a terminal",
      text: `codex mcp add ${ID} --url ${url}`,
      links: [],
      docs: "https://developers.openai.com/codex/mcp",
    },
    {
      name: "Gemini CLI",
      steps: "Writes to .gemini/settings.json of the project; with --scope user to that of your home folder.",
      into: "a terminal",
      text: `gemini mcp add --transport http ${ID} ${url}`,
      links: [],
      docs: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
    },
    {
      name: "Any other client",
      steps: "Ask it for a remote server over Streamable HTTP and give it the address. There is no key and no OAuth.",
      into: "the connector’s address",
      text: url,
      links: [],
      docs: "https://modelcontextprotocol.io/docs/develop/connect-remote-servers",
    },
  ];
}
