import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { site } from "@/app/_data/site";
import { mailAddress, pathWithin } from "@/lib/auth/address";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Opening this page does not use up the link, because mail scanners open every link. Only the button does. */
export default async function ConfirmPage({ searchParams }: Props) {
  const { token, email, to } = await searchParams;
  const address = mailAddress(email);
  if (typeof token !== "string" || !address) redirect("/sign-in?error=Verification");
  return (
    <>
      <h1>Sign in</h1>
      <p className="mt-4">
        {`Sign in to ${site().name} as `}
        <strong className="wrap-anywhere">{address}</strong>.
      </p>
      <form method="post" action="/api/auth/callback/email" className="mt-6">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="email" value={address} />
        <input type="hidden" name="to" value={pathWithin(to)} />
        <button type="submit" className="button">
          Sign in
        </button>
      </form>
      <p className="note mt-4">Not you, or you did not request this? Close this page. Nothing has happened.</p>
    </>
  );
}
