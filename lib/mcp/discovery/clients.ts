import type { Site } from "@/lib/operations/define";
import { endpoint } from "../identity";

export interface ClientSetup {
  name: string;
  /** What to do before using the text, or instead of it. */
  steps: string;
  /** Where `text` belongs. */
  into: "Run in a terminal" | "Server URL" | `Add to ${string}` | null;
  /** The text to paste. */
  text: string | null;
  /** URLs that open the client to install the server. */
  links: { href: string; text: string }[];
  docs: string;
}

/** The day on which the set-ups were last compared with the clients' own documentation. */
export const CLIENTS_CHECKED = "2026-11-21";

const ID = "software-pricing";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Returns how to add a remote server to each client, according to the client's own documentation. */
export function clientSetups(site: Pick<Site, "url">): ClientSetup[] {
  const url = endpoint(site);
  const vscode = JSON.stringify({ name: ID, type: "http", url });
  const cursor = Buffer.from(JSON.stringify({ url })).toString("base64");
  return [
    {
      name: "Claude Code",
      steps: "To add the server to all projects, put --scope user before the name.",
      into: "Run in a terminal",
      text: `claude mcp add --transport http ${ID} ${url}`,
      links: [],
      docs: "https://code.claude.com/docs/en/mcp",
    },
    {
      name: "Claude on the web and desktop",
      steps:
        "Open Connectors under Customize or Settings and choose Add custom connector. No sign-in is needed. Claude connects from its own network, so the URL must be reachable from the internet. Do not use claude_desktop_config.json: it does not support remote servers.",
      into: "Server URL",
      text: url,
      links: [],
      docs: "https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp",
    },
    {
      name: "ChatGPT",
      steps:
        "On the web, open Settings → Apps → Advanced settings and turn on Developer mode. Then create an app with this URL and no authentication. Workspaces have a separate setting for this.",
      into: "Server URL",
      text: url,
      links: [],
      docs: "https://developers.openai.com/api/docs/guides/developer-mode",
    },
    {
      name: "Cursor",
      steps:
        "Open the link, or add the server to the file. To add it to one project only, use .cursor/mcp.json in that project.",
      into: "Add to ~/.cursor/mcp.json",
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
      steps:
        "Open a link or run the command. To add the server to one project only, use .vscode/mcp.json in that project.",
      into: "Run in a terminal",
      text: `code --add-mcp '${vscode}'`,
      links: [
        { href: `vscode:mcp/install?${encodeURIComponent(vscode)}`, text: "Add to VS Code" },
        { href: `vscode-insiders:mcp/install?${encodeURIComponent(vscode)}`, text: "Add to VS Code Insiders" },
      ],
      docs: "https://code.visualstudio.com/docs/copilot/customization/mcp-servers",
    },
    {
      name: "Windsurf",
      steps: "Add the server to the file and press Refresh. For a remote server, the field is serverUrl, not url.",
      into: "Add to ~/.codeium/windsurf/mcp_config.json",
      text: json({ mcpServers: { [ID]: { serverUrl: url } } }),
      links: [],
      docs: "https://docs.windsurf.com/windsurf/cascade/mcp",
    },
    {
      name: "Codex",
      steps: "The command adds the server to ~/.codex/config.toml, which the CLI and the editor extension share.",
      into: "Run in a terminal",
      text: `codex mcp add ${ID} --url ${url}`,
      links: [],
      docs: "https://developers.openai.com/codex/mcp",
    },
    {
      name: "Gemini CLI",
      steps:
        "The command adds the server to .gemini/settings.json in the project. With --scope user, it uses the file in your home folder.",
      into: "Run in a terminal",
      text: `gemini mcp add --transport http ${ID} ${url}`,
      links: [],
      docs: "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
    },
    {
      name: "Any other client",
      steps: "Add a remote server with Streamable HTTP transport and this URL. No key or OAuth is needed.",
      into: "Server URL",
      text: url,
      links: [],
      docs: "https://modelcontextprotocol.io/docs/develop/connect-remote-servers",
    },
  ];
}
