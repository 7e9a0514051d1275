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

/** What Auth.js works by. The database is open already: make this per request, not when a module loads. */
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
      // Whatever a form, an address or a cookie named: judged as every page's way onward is.
      redirect: ({ url, baseUrl }) =>
        baseUrl + pathWithin(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
    },
    logger: { error: logFailure, warn: () => {}, debug: () => {} },
  };
}

/** Mail scanners follow links: the link leads to a page whose button does the signing in. */
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
      // Auth.js's own address is built on the Host header, which whoever asks for a link can choose.
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

/** What whoever asks can bring about. */
const THEIRS = [
  "Verification",
  "AccessDenied",
  "OAuthAccountNotLinked",
  "OAuthCallbackError",
  "InvalidCallbackUrl",
  "MissingCSRF",
];

/** Queries are part of a database error's message, and addresses are part of the query: only its kind is logged. */
function logFailure(error: Error) {
  const type = error instanceof AuthError ? error.type : error.name;
  const cause = (error.cause as { err?: Error } | undefined)?.err;
  const fields = { type, cause: cause?.name, code: (cause?.cause as { code?: string } | undefined)?.code };
  if (THEIRS.includes(type)) logger.info("sign-in refused", fields);
  else logger.error("sign-in failed", fields);
}
