import { randomBytes } from "node:crypto";
import type { Env } from "@/lib/env";

/** The path that was asked for, told to the page that answers for unknown addresses. */
export const ASKED_PATH = "x-asked-path";
/** Set where nothing stands at an address: see the rewrites. */
export const MISSING = "x-missing-page";

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** The nonce of a policy; null where it has none. */
export function nonceIn(policy: string): string | null {
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? null;
}

type Settings = Pick<Env, "payments" | "github" | "google" | "siteUrl">;

/**
 * What a page may load, send and be framed by. Next writes the page's data into inline scripts. On a page that is drawn
 * for one request they carry a nonce. One that Next keeps is shown to many, and neither a nonce nor hashes of what is not
 * yet drawn can stand in its head: there inline scripts are allowed, and handlers in attributes are not.
 */
export function contentSecurityPolicy({ payments, github, google, siteUrl }: Settings, nonce?: string): string {
  const local = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(siteUrl);
  // Browsers hold the redirects that follow a form to the same list.
  const forms = [
    ...(payments?.mode === "stripe" ? ["https://checkout.stripe.com", "https://billing.stripe.com"] : []),
    ...(payments?.sandboxUrl ? [new URL(payments.sandboxUrl).origin] : []),
    ...(github ? ["https://github.com"] : []),
    ...(google ? ["https://accounts.google.com"] : []),
    ...(local && (github || google) ? ["http://localhost:*", "http://127.0.0.1:*"] : []),
  ];
  return [
    "default-src 'self'",
    `script-src 'self' ${nonce ? `'nonce-${nonce}'` : "'unsafe-inline'"}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    ["form-action 'self'", ...forms].join(" "),
    "frame-ancestors 'none'",
  ].join("; ");
}
