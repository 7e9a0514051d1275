import type { Metadata } from "next";
import { cookies } from "next/headers";
import { CopyButton } from "@/app/_components/commerce/copy-button";
import { FileFacts } from "@/app/_components/commerce/file-facts";
import { LookAgain } from "@/app/_components/commerce/look-again";
import { NewKey } from "@/app/_components/commerce/new-key";
import { categoryName } from "@/app/_data/pricing";
import { inboxUrl, site } from "@/app/_data/site";
import { type Success, visitSuccess } from "@/lib/account/success";
import { formatDay } from "@/lib/format/dates";

export const metadata: Metadata = { title: "After payment" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const REFRESH_SECONDS = 10;

export default async function SuccessPage({ searchParams }: Props) {
  const { session_id: sessionId } = await searchParams;
  const jar = await cookies();
  const success = await visitSuccess(sessionId, (name) => jar.get(name)?.value);
  const address = `/checkout/success?${new URLSearchParams({ session_id: String(sessionId) })}`;
  return view(success, success.state === "file" ? await categoryName(success.file.category) : "", address);
}

function view(success: Success, category: string, address: string) {
  switch (success.state) {
    case "subscription":
      return <Subscribed success={success} />;
    case "file":
      return <Bought success={success} category={category} />;
    case "pending":
    case "open":
      return (
        <>
          <h1>{success.state === "open" ? "Not paid yet" : "The payment is on its way"}</h1>
          <p className="mt-4 max-w-read">
            {success.state === "open"
              ? "The payment service has no payment for this checkout yet. Nothing was granted and nothing is lost."
              : "The payment service has accepted it and waits for the money. A card takes seconds, a bank transfer days. An e-mail follows when it has arrived."}
          </p>
          <LookAgain address={address} seconds={REFRESH_SECONDS} />
        </>
      );
    case "failed":
      return (
        <>
          <h1>The payment failed</h1>
          <p className="mt-4 max-w-read">The bank did not make the payment. Nothing was bought.</p>
          <p className="mt-4">
            <a href={`/pricing?${new URLSearchParams({ category: success.category })}`} className="button">
              Back to the file
            </a>
          </p>
        </>
      );
    case "unavailable":
      return (
        <>
          <h1>The payment service does not answer</h1>
          <p className="mt-4 max-w-read">
            What you paid is not lost: it is granted as soon as the payment service tells of it, and you get an e-mail.
          </p>
          <LookAgain address={address} seconds={REFRESH_SECONDS} />
        </>
      );
    case "ended":
      return (
        <>
          <h1>This subscription has ended</h1>
          <p className="mt-4">
            Its keys no longer work. <a href="/pricing">Back to the prices</a>
          </p>
        </>
      );
    case "expired":
      return (
        <>
          <h1>This checkout has expired</h1>
          <p className="mt-4">
            Nothing was charged. <a href="/pricing">Back to the prices</a>
          </p>
        </>
      );
    case "stranger":
      return (
        <>
          <h1>After payment</h1>
          <p className="mt-4 max-w-read">
            What was bought is shown in the browser that paid. In any other,{" "}
            <a href="/sign-in">sign in with the e-mail address you paid with</a>.
          </p>
        </>
      );
  }
}

function Subscribed({ success }: { success: Extract<Success, { state: "subscription" }> }) {
  const { key, tooManyKeys, interval, paidUntil, email } = success;
  const { url } = site();
  return (
    <>
      <h1>The subscription has begun</h1>
      <p className="mt-4 max-w-read">
        {`Paid until ${formatDay(paidUntil.toISOString())}; it renews every ${interval ?? "period"} until you cancel it in the account.`}
      </p>
      {key ? <NewKey apiKey={key.key} siteUrl={url} /> : null}
      {key ? null : (
        <p className="notice mt-6" role="status">
          {tooManyKeys
            ? "There are 3 keys already, and they work. Manage them in the account."
            : "The key was shown once, on this page. Manage keys in the account."}
        </p>
      )}
      <AccountHint email={email} what="To create, rotate or revoke keys, to change the card or to cancel" />
    </>
  );
}

function Bought({ success, category }: { success: Extract<Success, { state: "file" }>; category: string }) {
  const { file, email } = success;
  return (
    <>
      <h1>{`${category}: your file`}</h1>
      {file.url ? (
        <>
          <p className="mt-6">
            <a href={file.url} className="button" download>
              Download the file
            </a>
          </p>
          <p className="mt-3 max-w-read">
            {`The link works until ${formatDay(file.expiresAt.toISOString())} and for ${file.downloadsMax} downloads. Whoever has it can use it.`}
            {email ? " It was also sent to " : null}
            {email ? <strong className="wrap-anywhere">{email}</strong> : null}
            {email ? "." : null}
          </p>
          <p className="secret mt-3 max-w-read" data-testid="file-link">
            {file.url}
          </p>
          <p className="mt-3">
            <CopyButton text={file.url} what="link" />
          </p>
        </>
      ) : (
        <p className="notice mt-6">{file.trouble}</p>
      )}
      <div className="mt-6 max-w-read">
        <FileFacts file={file} />
      </div>
      <AccountHint email={email} what="To see the purchase again or have the link sent again" />
    </>
  );
}

function AccountHint({ email, what }: { email: string; what: string }) {
  const inbox = inboxUrl();
  return (
    <>
      <p className="mt-8 max-w-read">
        {`${what}, `}
        <a href="/account">open the account</a>
        {email ? ", signing in as " : null}
        {email ? <strong className="wrap-anywhere">{email}</strong> : null}.
      </p>
      {inbox ? (
        <p className="note mt-2">
          {"Payments sandbox: no money moved. Mail stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
    </>
  );
}
