import type { Site } from "@/lib/operations/define";
import { endpoint } from "../identity";

export interface ClientSetup {
  name: string;
  /** What to do, in words, before or instead of the command. */
  steps: string;
  /** One line to paste. */
  command: string | null;
  /** An address that the client opens to install the server. */
  link: { href: string; text: string } | null;
  docs: string;
}

const ID = "software-pricing";

/** How each client's own documentation says that a remote server is added. */
export function clientSetups(site: Pick<Site, "url">): ClientSetup[] {
  const url = endpoint(site);
  const vscode = { name: ID, type: "http", url };
  const cursor = Buffer.from(JSON.stringify({ url })).toString("base64");
  return [
    {
      name: "Claude Code",
      steps: "Run in a terminal.",
      command: `claude mcp add --transport http ${ID} ${url}`,
      link: null,
      docs: "https://code.claude.com/docs/en/mcp",
    },
    {
      name: "Claude Desktop and claude.ai",
      steps: "Settings → Connectors → Add custom connector, then paste the address. No sign-in is asked for.",
      command: url,
      link: null,
      docs: "https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp",
    },
    {
      name: "ChatGPT",
      steps:
        "Settings → Connectors → Advanced → Developer mode; then Create, paste the address and choose no authentication.",
      command: url,
      link: null,
      docs: "https://developers.openai.com/apps-sdk/deploy/connect-chatgpt",
    },
    {
      name: "Cursor",
      steps: "Open the link, or add the line to mcp.json.",
      command: JSON.stringify({ mcpServers: { [ID]: { url } } }),
      link: {
        href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${ID}&config=${encodeURIComponent(cursor)}`,
        text: "Add to Cursor",
      },
      docs: "https://cursor.com/docs/context/mcp",
    },
    {
      name: "VS Code",
      steps: "Open the link, or run in a terminal.",
      command: `code --add-mcp '${JSON.stringify(vscode)}'`,
      link: { href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(vscode))}`, text: "Add to VS Code" },
      docs: "https://code.visualstudio.com/docs/copilot/guides/mcp-developer-guide",
    },
  ];
}
