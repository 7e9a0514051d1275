import type { Metadata } from "next";
import { connection } from "next/server";
import { findProduct } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";
import { inboxUrl } from "@/app/_data/site";
import type { WatchOutcome } from "@/lib/http/watch";
import { CONFIRM_DAYS, WATCH_DAYS } from "@/lib/watches/watches";

export const metadata: Metadata = { title: "Mail when the price is read", robots: { index: false } };

type Props = { searchParams: Promise<{ was?: string | string[]; product?: string | string[] }> };

const SAID: Record<WatchOutcome, { title: string; text: string }> = {
  asked: {
    title: "Check your mailbox",
    text: `A mail asks whether the address is yours. Confirm within ${CONFIRM_DAYS} days; without that nothing more is sent and the address is deleted. If you confirmed before, no second mail comes.`,
  },
  no_address: { title: "That is no e-mail address", text: "Nothing was kept. Go back and correct it." },
  no_product: { title: "Not in the catalogue", text: "No such product is known here. Nothing was kept." },
  too_many: { title: "Too many mails asked for", text: "Try again in an hour. Nothing was kept of this." },
  mail_failed: { title: "The mail was not sent", text: "The mail server did not take it. Try again later." },
  confirmed: {
    title: "Confirmed",
    text: `One mail comes when a price is read, and the address is deleted with it; after ${WATCH_DAYS} days without a price it is deleted too. The link in the mail stops it at any time.`,
  },
  stopped: { title: "Stopped", text: "The address is deleted. No mail comes." },
  gone: { title: "Nothing to do", text: "This link has done its work, or has ended. No mail comes from it." },
  failed: { title: "That did not work", text: "Nothing was kept. Go back to the product and try again." },
};

export default async function WatchDone({ searchParams }: Props) {
  await connection();
  const { was, product } = await searchParams;
  const outcome: WatchOutcome = typeof was === "string" && was in SAID ? (was as WatchOutcome) : "failed";
  const { title, text } = SAID[outcome];
  const record = typeof product === "string" ? await findProduct(product) : null;
  const inbox = outcome === "asked" ? inboxUrl() : null;
  return (
    <div className="max-w-read py-10">
      <h1>{title}</h1>
      <p className="mt-4">{text}</p>
      {inbox ? (
        <p className="mt-4">
          {"This server runs with the payments sandbox; its mail stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
      <p className="mt-4">
        {record ? (
          <a href={productPath(record)}>Back to {record.name} pricing</a>
        ) : (
          <a href="/categories">To the categories</a>
        )}
      </p>
    </div>
  );
}
