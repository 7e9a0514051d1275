import { site } from "@/app/_data/site";
import { skillIndex } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export function GET() {
  return respond(skillIndex(site()), "application/json");
}
