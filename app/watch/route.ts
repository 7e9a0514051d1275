import { watchRoute } from "@/lib/http/watch";
import { mail } from "@/lib/mail/send";
import { serverRuntime } from "@/lib/operations/runtime";

export const dynamic = "force-dynamic";

export async function POST(request: Request): Promise<Response> {
  return watchRoute(request, serverRuntime(), { mail });
}

export async function GET(): Promise<Response> {
  return new Response(null, { status: 307, headers: { Location: "/categories" } });
}
