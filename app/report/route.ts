import { REPORT_PATHS, reportRoute } from "@/lib/http/report";
import { serverRuntime } from "@/lib/operations/runtime";

export const dynamic = "force-dynamic";

export async function POST(request: Request): Promise<Response> {
  return reportRoute(request, serverRuntime());
}

export async function GET(request: Request): Promise<Response> {
  return new Response(null, {
    status: 307,
    headers: { Location: `${REPORT_PATHS.form}${new URL(request.url).search}` },
  });
}
