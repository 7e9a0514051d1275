import { findProduct, siblingsOf } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { alternativesBeside } from "@/app/_data/standing";
import { lacksPrice } from "@/lib/catalog/starting-price";
import { productMarkdown } from "@/lib/format/markdown";
import { COUNT_CHOICE } from "@/lib/http/kept-pages";
import { respond } from "@/lib/mcp/discovery/respond";
import { countOfAddress } from "@/lib/tco/counted";

export const dynamic = "force-dynamic";

const MARKDOWN = "text/markdown; charset=utf-8";

/** The Markdown version of a product page. next.config.ts rewrites .md URLs and requests for text/markdown to it. */
export async function GET(request: Request, { params }: { params: Promise<{ category: string; slug: string }> }) {
  const { category, slug } = await params;
  const record = await findProduct(slug);
  if (!record) {
    const text = `# Product not found\n\nNo product has the slug "${slug.slice(0, 120).replace(/[^\w-]/g, "")}". For a list of categories, see ${site().url}/llms.txt.\n`;
    return new Response(text, { status: 404, headers: { "Content-Type": MARKDOWN } });
  }
  const path = productPath(record);
  if (record.slug !== slug || record.category.slug !== category) {
    return new Response(null, { status: 308, headers: { Location: `${path}.md` } });
  }
  const lacking = lacksPrice(record) ? { siblings: await siblingsOf(record) } : null;
  const count = countOfAddress(new URL(request.url).searchParams.get(COUNT_CHOICE));
  const text = productMarkdown({ ...record, alternatives: await alternativesBeside(record) }, { lacking, count });
  return respond(text, MARKDOWN, {
    "Cache-Control": "public, max-age=60, s-maxage=300, stale-while-revalidate=86400",
    Link: `<${record.links.page}>; rel="canonical"`,
    Vary: "Accept",
  });
}
