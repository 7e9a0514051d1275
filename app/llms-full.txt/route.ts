import { listCategories } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { llmsFullText } from "@/lib/mcp/discovery/llms";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export async function GET() {
  return respond(llmsFullText(site(), await listCategories()), "text/plain; charset=utf-8");
}
