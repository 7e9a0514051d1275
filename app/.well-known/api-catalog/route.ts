import { site } from "@/app/_data/site";
import { apiCatalog } from "@/lib/mcp/discovery/documents";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export function GET() {
  const here = site();
  return respond(apiCatalog(here), 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"', {
    Link: `<${here.url}/.well-known/api-catalog>; rel="api-catalog"`,
  });
}
