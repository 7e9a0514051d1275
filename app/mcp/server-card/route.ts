import { site } from "@/app/_data/site";
import { CARD_TYPE, serverCard } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export function GET() {
  return respond(serverCard(site()), CARD_TYPE);
}
