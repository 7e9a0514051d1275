import type { Metadata } from "next";
import { connection } from "next/server";
import { inboxUrl } from "@/app/_data/site";
import { LINK_MINUTES } from "@/lib/auth/limits";

export const metadata: Metadata = { title: "Check your email" };

type Props = { searchParams: Promise<{ wait?: string | string[] }> };

export default async function SentPage({ searchParams }: Props) {
  await connection();
  const { wait } = await searchParams;
  const minutes = typeof wait === "string" && /^\d{1,3}$/.test(wait) ? Number(wait) : null;
  const inbox = inboxUrl();
  return (
    <>
      <h1>Check your email</h1>
      <p className="mt-4">
        {minutes === null
          ? `A sign-in link is on its way. It works once and expires after ${LINK_MINUTES} minutes.`
          : `We have already sent several links to this address. Use the newest one: each works once, for ${LINK_MINUTES} minutes. You can request another in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`}
      </p>
      <p className="mt-4">
        No email after a minute or two? Check your spam folder or <a href="/sign-in">request another link</a>.
      </p>
      {inbox ? (
        <p className="mt-4">
          {"This server uses the payments sandbox. Its email stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
    </>
  );
}
