import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "@/app/_components/commerce/notice";
import { inboxUrl } from "@/app/_data/site";
import { pathWithin } from "@/lib/auth/address";
import { LINK_MINUTES } from "@/lib/auth/limits";
import { currentUser } from "@/lib/auth/session";
import { PROVIDERS, waysToSignIn } from "@/lib/auth/sign-in";
import { continueWith, requestLink } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const ERRORS = new Map([
  ["not_an_address", "This is not an email address. Check it and try again."],
  ["no_mail", "Email is not set up on this server, so no link can be sent."],
  ["failed", "We could not create a link. The error is ours. Try again in a few minutes."],
  ["mail_failed", "The email could not be sent. Check the address, or try again in a few minutes."],
  ["Verification", `This link has already been used or is older than ${LINK_MINUTES} minutes. Request a new one.`],
  [
    "unverified",
    "The provider has not verified the email address of this account. Sign in with a link by email instead.",
  ],
  ["OAuthAccountNotLinked", "This account is linked to another user here. Sign out first, or use another account."],
  ["OAuthCallbackError", "The provider did not sign you in, or you cancelled. Nothing was changed."],
  ["origin", "The form was not submitted from this site. Open the link in the email again."],
]);

function errorText({ error, minutes }: Query): string | null {
  if (typeof error !== "string") return null;
  if (error === "too_many") {
    const wait = /^\d{1,3}$/.test(String(minutes)) ? `${minutes} minutes` : "a while";
    return `Too many links were requested from your network. Wait ${wait}.`;
  }
  return ERRORS.get(error) ?? "Sign-in failed. Try again.";
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const to = pathWithin(query.to);
  if (await currentUser()) redirect(to);
  const { mail, providers } = waysToSignIn();
  const problem = errorText(query);
  const inbox = inboxUrl();
  return (
    <>
      <h1>Sign in</h1>
      <p className="mt-3 text-ink-2">
        Your account shows what you bought: your subscription, its keys and your files. It is created when you first
        sign in. The pages, the free API and MCP need no account.
      </p>
      {problem ? <Notice>{problem}</Notice> : null}
      {mail ? (
        <form action={requestLink} className="mt-6">
          <input type="hidden" name="to" value={to} />
          <div className="entry-row">
            <div className="entry">
              <label htmlFor="email">Email address</label>
              <input id="email" name="email" type="email" autoComplete="email" required maxLength={254} />
            </div>
            <button type="submit" className="button">
              Send sign-in link
            </button>
          </div>
          <p className="note mt-2">
            {`The link works once and expires after ${LINK_MINUTES} minutes. You need no password. If you bought something, use the email address you paid with.`}
          </p>
        </form>
      ) : (
        <p className="notice mt-4">Email is not set up on this server, so no link can be sent.</p>
      )}
      {providers.length > 0 ? (
        <form action={continueWith} className="mt-6 flex flex-wrap gap-3">
          <input type="hidden" name="to" value={to} />
          {providers.map((provider) => (
            <button key={provider} type="submit" name="provider" value={provider} className="button button-quiet">
              {`Continue with ${PROVIDERS[provider]}`}
            </button>
          ))}
        </form>
      ) : null}
      {inbox ? (
        <p className="note mt-6">
          {"This server uses the payments sandbox. Its email stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
      <p className="note mt-6">
        <a href="/privacy">Privacy</a> lists the data that we store about an account.
      </p>
    </>
  );
}
