import { findProduct } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { productMarkdown } from "@/lib/format/markdown";
import { respond } from "@/lib/mcp/discovery/respond";

export const dynamic = "force-dynamic";

const MARKDOWN = "text/markdown; charset=utf-8";

/** The twin of a product page: next.config.ts leads its .md address and requests for text/markdown here. */
export async function GET(_request: Request, { params }: { params: Promise<{ category: string; slug: string }> }) {
  const { category, slug } = await params;
  const record = await findProduct(slug);
  if (!record) {
    const text = `# Not in the catalogue\n\nNo product has the slug "${slug.slice(0, 120).replace(/[^\w-]/g, "")}". ${site().url}/llms.txt lists the categories.\n`;
    return new Response(text, { status: 404, headers: { "Content-Type": MARKDOWN } });
  }
  const path = productPath(record);
  if (record.slug !== slug || record.category.slug !== category) {
    return new Response(null, { status: 308, headers: { Location: `${path}.md` } });
  }
  return respond(productMarkdown(record), MARKDOWN, {
    "Cache-Control": "public, max-age=60, s-maxage=300, stale-while-revalidate=86400",
    Link: `<${record.links.page}>; rel="canonical"`,
    Vary: "Accept",
  });
}
