import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Env } from "@/lib/env";
import { isPublicAddress } from "@/lib/fetch/addresses";
import { headerOf } from "./headers";
import { NOT_A_PAGE } from "./page-requests";

/** Paths that the proxy does not see: see its matcher. */
const BESIDE_PROXY = /^\/(?:api|files|_next|mcp|\.well-known)(?:\/|$)/;

/**
 * Does the same as siteRedirect(), for a request to our own server. The proxy cannot redirect from one loopback name to
 * another: see isOnLoopback().
 */
export function pageRedirect(
  { method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  settings: Settings,
): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const path = url.split("?", 1)[0] ?? "";
  if (BESIDE_PROXY.test(path) || NOT_A_PAGE.test(path) || headers.accept?.includes("text/markdown")) return null;
  return siteRedirect((name) => headerOf(headers, name), url, settings);
}

type Settings = Pick<Env, "siteUrl" | "trustedProxies" | "onPreview">;

/**
 * Returns the URL to redirect a page request to; null if it was sent to the site's host, or if its host must not be
 * redirected.
 */
export function siteRedirect(
  header: (name: string) => string | null | undefined,
  target: string,
  { siteUrl, trustedProxies, onPreview }: Settings,
): string | null {
  if (onPreview) return null;
  const forwarded = trustedProxies > 0 ? header("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
  return atSite(forwarded || (header("host") ?? null), target, siteUrl);
}

/**
 * Cookies are set on the host of the page, but Stripe returns the buyer to the site's host. Only a public host is
 * redirected to a public site, and only a loopback host to a site on the same port of this machine. A private host may
 * be a health check, a container's port or a proxy that does not pass the Host header on: a redirect would break the
 * first two and never end with the third.
 * @param asked the Host header
 * @param target path and query
 */
function atSite(asked: string | null, target: string, siteUrl: string): string | null {
  const site = new URL(siteUrl);
  if (asked === null || asked === site.host || !URL.canParse(`${site.protocol}//${asked}`)) return null;
  const here = new URL(`${site.protocol}//${asked}`);
  if (here.host === site.host) return null;
  const isLoopback = LOOPBACK.test(here.hostname) && LOOPBACK.test(site.hostname) && here.port === site.port;
  return isLoopback || (isPublic(here) && isPublic(site)) ? site.origin + target : null;
}

/** Next treats all names of this machine as one, and would redirect such a page to itself. */
export function isOnLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

const LOOPBACK = /^(?:localhost|0\.0\.0\.0|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isPublic({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) ? isPublicAddress(address) : /\.(?!internal$|local$|localhost$)[^.]+$/.test(hostname);
}
