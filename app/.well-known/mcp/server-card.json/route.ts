import { site } from "@/app/_data/site";
import { serverCard } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

/** Where drafts of the proposal had the card; /mcp/server-card is its place now. */
export function GET() {
  return respond(serverCard(site()), "application/json");
}
