import { createHash } from "node:crypto";
import { clientOf, LIMITS, secondsToWait } from "@/lib/auth/limits";
import { currentUser } from "@/lib/auth/session";
import { type Order, startCheckout } from "@/lib/billing/checkout";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { readForm } from "@/lib/http/body";
import { isSameOrigin } from "@/lib/http/same-origin";
import { logger } from "@/lib/logger";
import { databaseFault } from "@/lib/reach";

const CLAIM_DAYS = 7;
const MAX_FIELD = 200;
const CLAIM_COOKIE = /(?:^|; )(?:__Secure-)?pi\.claim\.[0-9a-f]{16}=([\w-]{43})(?=;|$)/g;
/** A browser stores hardly more cookies of one site. */
const MAX_CLAIMS = 50;

/** Returns the name of a cookie. Each checkout has its own, so that two tabs do not overwrite each other's. */
export function claimCookie(sessionId: string, siteUrl: string): string {
  const short = createHash("sha256").update(sessionId).digest("hex").slice(0, 16);
  return `${siteUrl.startsWith("https:") ? "__Secure-" : ""}pi.claim.${short}`;
}

/** Returns the claims of the checkouts that began in this browser, from its cookies. */
function claimsOf({ headers }: Request): string[] {
  const cookies = [...(headers.get("cookie") ?? "").matchAll(CLAIM_COOKIE)];
  return cookies.slice(-MAX_CLAIMS).map(([, claim = ""]) => claim);
}

/** Handles a form of the pricing page: redirects to Stripe's page, or back with the fault. Needs no account. */
export async function beginCheckout(request: Request): Promise<Response> {
  const { siteUrl } = env();
  const back = (error: string, category?: string) => {
    const query = new URLSearchParams({ ...(category ? { category } : {}), error });
    return seeOther(`${siteUrl}/pricing?${query}`);
  };
  if (!isSameOrigin(request, siteUrl)) return back("origin");
  const form = await readForm(request, MAX_FIELD).catch(() => new Map<string, string>());
  const order = orderOf(form);
  if (!order) return back("category");
  if ((await secondsToWait(LIMITS.checkoutByClient, await clientOf(request.headers))) !== null) return back("too_many");
  try {
    const user = (await currentUser()) ?? undefined;
    const { url, sessionId, claim } = await startCheckout(order, { user, claims: claimsOf(request), siteUrl });
    const attributes = [
      `${claimCookie(sessionId, siteUrl)}=${claim}`,
      "Path=/checkout",
      `Max-Age=${CLAIM_DAYS * 24 * 60 * 60}`,
      "HttpOnly",
      "SameSite=Lax",
      ...(siteUrl.startsWith("https:") ? ["Secure"] : []),
    ];
    return seeOther(url, attributes.join("; "));
  } catch (fault) {
    const error = databaseFault(fault) ?? fault;
    if (!(error instanceof AppError)) throw error;
    const category = order.kind === "file" ? order.category : undefined;
    if (error.code === "category_not_found") return back("category");
    if (error.code === "invalid_request") return back(order.kind === "file" ? "category" : "subscribed");
    if (error.code === "unavailable") {
      logger.warn("checkout: not started", { reason: error.message, cause: error.cause });
      return back("unavailable", category);
    }
    throw error;
  }
}

function orderOf(form: Map<string, string>): Order | null {
  const [kind, interval, category] = ["kind", "interval", "category"].map((name) => form.get(name));
  if (kind === "subscription" && (interval === "month" || interval === "year")) return { kind, interval };
  if (kind === "file" && category && /^[a-z0-9-]{1,120}$/.test(category)) return { kind, category };
  return null;
}

function seeOther(url: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      Location: url,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      ...(cookie ? { "Set-Cookie": cookie } : {}),
    },
  });
}
