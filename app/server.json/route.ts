import { site } from "@/app/_data/site";
import { registryEntry } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export function GET() {
  return respond(registryEntry(site()), "application/json");
}
