import type { NextRequest } from "next/server";
import { mailCallback, providerCallback } from "@/lib/auth/callback";
import { notFoundRoute } from "@/lib/http/to-route";

type Context = { params: Promise<{ path: string[] }> };

const nothing = notFoundRoute();

export const { HEAD, OPTIONS, PUT, PATCH, DELETE } = nothing;

export async function GET(request: NextRequest, context: Context) {
  return (await providerCallback(request)) ?? nothing.GET(request, context);
}

export async function POST(request: NextRequest, context: Context) {
  return (await mailCallback(request)) ?? nothing.POST(request, context);
}
