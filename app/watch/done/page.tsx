import type { Metadata } from "next";
import { connection } from "next/server";
import { findProduct } from "@/app/_data/catalog";
import { productPath } from "@/app/_data/paths";
import { inboxUrl } from "@/app/_data/site";
import type { WatchOutcome } from "@/lib/http/watch";
import { CONFIRM_DAYS, WATCH_DAYS } from "@/lib/watches/watches";

export const metadata: Metadata = { title: "Price watch", robots: { index: false } };

type Props = { searchParams: Promise<{ was?: string | string[]; product?: string | string[] }> };

const SAID: Record<WatchOutcome, { title: string; text: string }> = {
  asked: {
    title: "Check your email",
    text: `You will get an email that asks you to confirm your address. If you do not confirm within ${CONFIRM_DAYS} days, nothing more is sent and the address is deleted. If you have already confirmed, no second email is sent.`,
  },
  already_sent: {
    title: "Check your email",
    text: "Several emails have already been requested for this address. Links in emails you have received still work. For another product, try again in 15 minutes.",
  },
  no_address: { title: "Not an email address", text: "Nothing was stored. Go back and correct the address." },
  no_product: { title: "Not in the catalogue", text: "The catalogue has no such product. Nothing was stored." },
  too_many: { title: "Too many emails requested", text: "Nothing was stored. Try again in an hour." },
  mail_failed: { title: "Email not sent", text: "The mail server did not accept the email. Try again later." },
  confirmed: {
    title: "Confirmed",
    text: `You will get one email when we have a price. Then your address is deleted. It is also deleted after ${WATCH_DAYS} days without a price. To stop at any time, use the link in the email we sent you.`,
  },
  stopped: { title: "Stopped", text: "Your address has been deleted. You will get no email." },
  gone: { title: "Nothing to do", text: "This link has already been used or has expired. It sends no email." },
  failed: { title: "That did not work", text: "Nothing was stored. Go back to the product and try again." },
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
          {"This server uses the payments sandbox. Its email stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
      <p className="mt-4">
        {record ? (
          <a href={productPath(record)}>Back to {record.name} pricing</a>
        ) : (
          <a href="/categories">Browse categories</a>
        )}
      </p>
    </div>
  );
}
