import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { mailAddress, pathWithin } from "./address";
import { signIn } from "./auth";
import { MailNotSent } from "./config";
import { clientOf, mailLimitReached } from "./limits";

export type LinkRequest =
  | { outcome: "sent" }
  | { outcome: "not_an_address" | "no_mail" | "mail_failed" | "failed" }
  /** `already_sent`: this mailbox has been sent several links, and the last one still works. */
  | { outcome: "too_many" | "already_sent"; minutes: number };

export const PROVIDERS = { github: "GitHub", google: "Google" } as const;
export type Provider = keyof typeof PROVIDERS;

/** Returns the ways to sign in on this server. */
export function waysToSignIn(): { mail: boolean; providers: Provider[] } {
  const { smtpUrl, github, google } = env();
  return {
    mail: smtpUrl !== undefined,
    providers: [...(github ? ["github" as const] : []), ...(google ? ["google" as const] : [])],
  };
}

/** Sends a link to the email address, whether or not it is known here. */
export async function sendSignInLink(email: unknown, to: unknown): Promise<LinkRequest> {
  if (!waysToSignIn().mail) return { outcome: "no_mail" };
  const address = mailAddress(email);
  if (!address) return { outcome: "not_an_address" };
  const reached = await mailLimitReached({ purpose: "sign-in", client: await clientOf(), address });
  if (reached) {
    const outcome = reached.limit === "client" ? "too_many" : "already_sent";
    return { outcome, minutes: Math.ceil(reached.seconds / 60) };
  }
  try {
    const next: string = await signIn("email", { email: address, redirectTo: pathWithin(to), redirect: false });
    if (new URL(next, env().siteUrl).searchParams.has("error")) throw new Error("Auth.js made no sign-in link");
    return { outcome: "sent" };
  } catch (error) {
    if (error instanceof MailNotSent) return { outcome: "mail_failed" };
    logger.error("sign-in: no link was created", { cause: error });
    return { outcome: "failed" };
  }
}

/** Redirects to the provider's own page; does not return. */
export async function signInWith(provider: unknown, to: unknown): Promise<void> {
  const known = waysToSignIn().providers.find((id) => id === provider);
  if (known) await signIn(known, { redirectTo: pathWithin(to) });
}
