import { site } from "@/app/_data/site";
import { serverCard } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

/** The server card's URL in drafts of the proposal. Its URL now is /mcp/server-card. */
export function GET() {
  return respond(serverCard(site()), "application/json");
}
