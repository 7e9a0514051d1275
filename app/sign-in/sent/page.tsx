import type { Metadata } from "next";
import { connection } from "next/server";
import { inboxUrl } from "@/app/_data/site";
import { LINK_MINUTES } from "@/lib/auth/config";

export const metadata: Metadata = { title: "Check your mailbox" };

export default async function SentPage() {
  await connection();
  const inbox = inboxUrl();
  return (
    <>
      <h1>Check your mailbox</h1>
      <p className="mt-4">{`A sign-in link is on its way. It works once, for ${LINK_MINUTES} minutes.`}</p>
      <p className="mt-4">
        Nothing after a minute or two? Look into the spam folder, or <a href="/sign-in">ask for another link</a>.
      </p>
      {inbox ? (
        <p className="mt-4">
          {"This server runs with the payments sandbox; its mail stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
    </>
  );
}
