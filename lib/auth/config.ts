import { randomBytes } from "node:crypto";
import { AuthError, type NextAuthConfig } from "next-auth";
import type { EmailConfig } from "next-auth/providers";
import type { Db } from "@/db/client";
import type { Env } from "@/lib/env";
import { logger } from "@/lib/logger";
import type { Mail } from "@/lib/mail/send";
import { authAdapter } from "./adapter";
import { mailAddress, pathWithin } from "./address";
import { LINK_MINUTES } from "./limits";
import { oauthProviders, type ProviderOrigins, vouchesFor } from "./providers";

const SESSION_SECONDS = 30 * 24 * 60 * 60;
export const AUTH_PATH = "/api/auth";

export class MailNotSent extends AuthError {}

export interface AuthParts extends Pick<Env, "siteUrl" | "github" | "google"> {
  db: Db;
  secret: string;
  mail: Pick<Mail, "signIn">;
  origins?: ProviderOrigins;
}

export function secureCookies(siteUrl: string): boolean {
  return siteUrl.startsWith("https:");
}

export function sessionCookie(siteUrl: string): string {
  return cookieName(siteUrl, "session");
}

function cookieName(siteUrl: string, name: string): string {
  return `${secureCookies(siteUrl) ? "__Host-" : ""}pi.${name}`;
}

/** Returns the settings of Auth.js. They need an open database, so create them per request, not when a module loads. */
export function authConfig({ db, secret, siteUrl, github, google, mail, origins }: AuthParts): NextAuthConfig {
  const secure = secureCookies(siteUrl);
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(siteUrl, name),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure, ...(maxAge ? { maxAge } : {}) },
  });
  return {
    basePath: AUTH_PATH,
    secret,
    trustHost: true,
    useSecureCookies: secure,
    adapter: authAdapter(db),
    providers: [byMail(siteUrl, mail), ...oauthProviders({ github, google }, origins)],
    // The cookie is written once, at sign-in, and the row lives exactly as long.
    session: {
      strategy: "database",
      maxAge: SESSION_SECONDS,
      updateAge: SESSION_SECONDS,
      generateSessionToken: () => randomBytes(32).toString("base64url"),
    },
    cookies: {
      sessionToken: cookie("session"),
      callbackUrl: cookie("onward"),
      csrfToken: cookie("csrf"),
      pkceCodeVerifier: cookie("pkce", 15 * 60),
      state: cookie("state", 15 * 60),
      nonce: cookie("nonce", 15 * 60),
    },
    pages: { signIn: "/sign-in", signOut: "/account", error: "/sign-in", verifyRequest: "/sign-in/sent" },
    callbacks: {
      signIn({ account, profile }) {
        if (account?.type === "email") return true;
        return vouchesFor(account?.provider ?? "", profile) || "/sign-in?error=unverified";
      },
      // The target may come from a form, a URL or a cookie. The same rule applies as to every page's target.
      redirect: ({ url, baseUrl }) =>
        baseUrl + pathWithin(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
    },
    logger: { error: logFailure, warn: () => {}, debug: () => {} },
  };
}

/** Mail scanners follow links, so the link opens a page with a button that signs the user in. */
function byMail(siteUrl: string, mail: Pick<Mail, "signIn">): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    maxAge: LINK_MINUTES * 60,
    generateVerificationToken: () => randomBytes(32).toString("base64url"),
    normalizeIdentifier(identifier) {
      const address = mailAddress(identifier);
      if (!address) throw new AuthError("not an email address");
      return address;
    },
    async sendVerificationRequest({ identifier, token, url }) {
      // Auth.js builds its own URL from the Host header, which the sender of the request can choose.
      const to = new URL(url).searchParams.get("callbackUrl") ?? "";
      const onward = to.startsWith(`${siteUrl}/`) ? to.slice(siteUrl.length) : "/account";
      const query = new URLSearchParams({ email: identifier, token, to: onward });
      const sent = await mail.signIn({
        to: identifier,
        url: `${siteUrl}/sign-in/confirm?${query}`,
        minutes: LINK_MINUTES,
      });
      if (!sent) throw new MailNotSent("the mail server did not accept the message");
    },
  };
}

/** Errors that a client can cause. */
const THEIRS = [
  "Verification",
  "AccessDenied",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "InvalidCallbackUrl",
  "MissingCSRF",
];

/**
 * Database error messages contain the query, and queries contain email addresses. So only the kind of error is logged.
 */
function logFailure(error: Error) {
  const type = error instanceof AuthError ? error.type : error.name;
  const cause = (error.cause as { err?: Error } | undefined)?.err;
  const fields = { type, cause: cause?.name, code: (cause?.cause as { code?: string } | undefined)?.code };
  if (THEIRS.includes(type)) logger.info("sign-in refused", fields);
  else logger.error("sign-in failed", fields);
}
