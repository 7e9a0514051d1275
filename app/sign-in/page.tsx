import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "@/app/_components/commerce/notice";
import { inboxUrl } from "@/app/_data/site";
import { pathWithin } from "@/lib/auth/address";
import { LINK_MINUTES } from "@/lib/auth/config";
import { currentUser } from "@/lib/auth/session";
import { PROVIDERS, waysToSignIn } from "@/lib/auth/sign-in";
import { continueWith, requestLink } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const ERRORS = new Map([
  ["not_an_address", "This is not an e-mail address. Check it and try again."],
  ["no_mail", "Mail is not set up on this server, so no link can be sent."],
  ["failed", "No link could be made. The fault is ours; try again in a few minutes."],
  ["mail_failed", "The mail could not be sent. Check the address, or try again in a few minutes."],
  ["Verification", `This link was used already, or is older than ${LINK_MINUTES} minutes. Ask for a new one.`],
  ["unverified", "The provider does not vouch for the e-mail address of this account. Sign in with a link by e-mail."],
  ["OAuthAccountNotLinked", "This account is connected to somebody else here. Sign out first, or use another one."],
  ["OAuthCallbackError", "The provider did not let you in, or you turned back. Nothing was changed."],
  ["origin", "The form was not sent from this site. Open the link in the mail again."],
]);

function errorText({ error, minutes }: Query): string | null {
  if (typeof error !== "string") return null;
  if (error === "too_many") {
    const wait = /^\d{1,3}$/.test(String(minutes)) ? `${minutes} minutes` : "a while";
    return `Too many links were asked for. Wait ${wait}; the last link sent still works.`;
  }
  return ERRORS.get(error) ?? "Signing in did not work. Try again.";
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
        An account holds what you bought: the subscription, its keys, and files. It is made when you first sign in.
        Pages, the free API and MCP need none.
      </p>
      {problem ? <Notice>{problem}</Notice> : null}
      {mail ? (
        <form action={requestLink} className="mt-6">
          <input type="hidden" name="to" value={to} />
          <div className="entry-row">
            <div className="entry">
              <label htmlFor="email">E-mail address</label>
              <input id="email" name="email" type="email" autoComplete="email" required maxLength={254} />
            </div>
            <button type="submit" className="button">
              Send a sign-in link
            </button>
          </div>
          <p className="note mt-2">
            {`The link works once, for ${LINK_MINUTES} minutes. No password. After a purchase, use the address that you paid with.`}
          </p>
        </form>
      ) : (
        <p className="notice mt-4">Mail is not set up on this server, so no link can be sent.</p>
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
          {"This server runs with the payments sandbox. Its mail stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
      <p className="note mt-6">
        What is kept of an account is on <a href="/privacy">Privacy</a>.
      </p>
    </>
  );
}
