import type { Metadata } from "next";
import { connection } from "next/server";
import { inboxUrl } from "@/app/_data/site";
import { LINK_MINUTES } from "@/lib/auth/config";

export const metadata: Metadata = { title: "Check your email" };

export default async function SentPage() {
  await connection();
  const inbox = inboxUrl();
  return (
    <>
      <h1>Check your email</h1>
      <p className="mt-4">{`A sign-in link is on its way. It works once and expires after ${LINK_MINUTES} minutes.`}</p>
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
