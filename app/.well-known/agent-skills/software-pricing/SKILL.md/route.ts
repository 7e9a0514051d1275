import { site } from "@/app/_data/site";
import { respond } from "@/lib/mcp/discovery/respond";
import { skillMarkdown } from "@/lib/mcp/discovery/skill";

export const dynamic = "force-dynamic";

export function GET() {
  return respond(skillMarkdown(site()).markdown, "text/markdown; charset=utf-8");
}
