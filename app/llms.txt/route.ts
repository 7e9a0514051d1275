import { listCategories } from "@/app/_data/catalog";
import { site } from "@/app/_data/site";
import { llmsText } from "@/lib/mcp/discovery/llms";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

export async function GET() {
  return respond(llmsText(site(), await listCategories()), "text/plain; charset=utf-8");
}
