import { NextRequest } from "next/server";
import { chargePage, PAGE_COST } from "@/lib/access/page-limit";
import { env } from "@/lib/env";
import { tooMany } from "@/lib/http/before-page";
import { readForm } from "@/lib/http/body";
import { isSameOrigin } from "@/lib/http/same-origin";
import { pathWithin } from "./address";
import { handlers } from "./auth";
import { AUTH_PATH } from "./config";

/** Longer than any URL of this site and any email address. */
const MAX_FIELD = 4_096;

/** Handles a provider's redirect back to this site; null if the URL is not a provider's callback. */
export async function providerCallback(request: NextRequest): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const { github, google } = env();
  const known = [github && "github", google && "google"].some((id) => id && pathname === `${AUTH_PATH}/callback/${id}`);
  return known ? ((await refusalOf(request)) ?? handlers.GET(request)) : null;
}

/** Handles the button on the page that an emailed link opens. Only this uses the link up. */
export async function mailCallback(request: NextRequest): Promise<Response | null> {
  if (new URL(request.url).pathname !== `${AUTH_PATH}/callback/email`) return null;
  const refusal = await refusalOf(request);
  if (refusal) return refusal;
  const { siteUrl } = env();
  if (!isSameOrigin(request, siteUrl)) return Response.redirect(`${siteUrl}/sign-in?error=origin`, 303);
  const form = await readForm(request, MAX_FIELD).catch(() => new Map<string, string>());
  const text = (name: string) => form.get(name) ?? "";
  // The library would report these as faults of ours.
  const isLink = ["token", "email"].every((name) => /^[^\0]+$/.test(text(name)));
  if (!isLink) return Response.redirect(`${siteUrl}/sign-in?error=Verification`, 303);
  const query = new URLSearchParams({
    token: text("token"),
    email: text("email"),
    callbackUrl: pathWithin(text("to")),
  });
  const cookie = request.headers.get("cookie");
  return handlers.POST(
    new NextRequest(`${siteUrl}${AUTH_PATH}/callback/email?${query}`, {
      method: "POST",
      headers: cookie ? { cookie } : {},
    }),
  );
}

/** A callback costs as much as a rendered page. Returns null if the sender is within the limit. */
async function refusalOf({ headers }: Request): Promise<Response | null> {
  const state = await chargePage(headers, env().trustedProxies, PAGE_COST.drawn);
  return state.allowed ? null : tooMany(state);
}
