import { serveSitemapPart } from "@/lib/http/sitemap";

type Context = { params: Promise<{ part: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return serveSitemapPart(request, (await params).part);
}
