import { randomBytes } from "node:crypto";
import type { Env } from "@/lib/env";

/** Header with the requested path, for the page that responds to unknown URLs. */
export const ASKED_PATH = "x-asked-path";
/** Header that is set if there is no page at a URL: see the rewrites. */
export const MISSING = "x-missing-page";

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Returns the nonce of a policy, or null if the policy has no nonce. */
export function nonceIn(policy: string): string | null {
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? null;
}

type Settings = Pick<Env, "payments" | "github" | "google" | "siteUrl">;

/**
 * Returns the policy that limits the sources of a page, the targets of its forms and the sites that may frame it. Next
 * writes the page's data into inline scripts. On a page that is rendered for one request they have a nonce. A page in
 * Next's cache is sent to many clients, and its head can contain neither a nonce nor hashes of content that is not
 * rendered yet: there, inline scripts are allowed, but handlers in attributes are not.
 */
export function contentSecurityPolicy({ payments, github, google, siteUrl }: Settings, nonce?: string): string {
  const local = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(siteUrl);
  // Browsers apply the same list to redirects that follow a form.
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
