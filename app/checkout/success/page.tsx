import type { Metadata } from "next";
import { cookies } from "next/headers";
import { CopyButton } from "@/app/_components/commerce/copy-button";
import { FileFacts } from "@/app/_components/commerce/file-facts";
import { LookAgain } from "@/app/_components/commerce/look-again";
import { categoryName } from "@/app/_data/pricing";
import { inboxUrl, site } from "@/app/_data/site";
import { type Success, visitSuccess } from "@/lib/account/success";
import { formatDay } from "@/lib/format/dates";
import { FirstKey } from "./first-key";

export const metadata: Metadata = { title: "Your purchase" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const REFRESH_SECONDS = 10;

export default async function SuccessPage({ searchParams }: Props) {
  const { session_id: sessionId } = await searchParams;
  const jar = await cookies();
  const success = await visitSuccess(sessionId, (name) => jar.get(name)?.value);
  return view(success, success.state === "file" ? await categoryName(success.file.category) : "", String(sessionId));
}

function view(success: Success, category: string, sessionId: string) {
  const address = `/checkout/success?${new URLSearchParams({ session_id: sessionId })}`;
  switch (success.state) {
    case "subscription":
      return <Subscribed success={success} sessionId={sessionId} />;
    case "file":
      return <Bought success={success} category={category} />;
    case "pending":
    case "open":
      return (
        <>
          <h1>{success.state === "open" ? "Not paid yet" : "Payment pending"}</h1>
          <p className="mt-4 max-w-read">
            {success.state === "open"
              ? "The payment service has not received a payment for this checkout yet. No access has been granted, and nothing is lost."
              : "The payment service has accepted your payment and is waiting for the money. A card takes seconds, a bank transfer takes days. You will get an email when the money has arrived."}
          </p>
          <LookAgain address={address} seconds={REFRESH_SECONDS} />
        </>
      );
    case "failed":
      return (
        <>
          <h1>Payment failed</h1>
          <p className="mt-4 max-w-read">Your bank did not make the payment. Nothing was bought.</p>
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
          <h1>The payment service is not responding</h1>
          <p className="mt-4 max-w-read">
            If you paid, your payment is not lost. You get access and an email as soon as the payment service confirms
            it.
          </p>
          <LookAgain address={address} seconds={REFRESH_SECONDS} />
        </>
      );
    case "ended":
      return (
        <>
          <h1>This subscription has ended</h1>
          <p className="mt-4">
            Its keys no longer work. <a href="/pricing">Back to pricing</a>
          </p>
        </>
      );
    case "expired":
      return (
        <>
          <h1>This checkout has expired</h1>
          <p className="mt-4">
            Nothing was charged. <a href="/pricing">Back to pricing</a>
          </p>
        </>
      );
    case "stranger":
      return (
        <>
          <h1>Your purchase</h1>
          <p className="mt-4 max-w-read">
            A purchase is shown in the browser that paid for it. In any other browser,{" "}
            <a href="/sign-in">sign in with the email address you paid with</a>.
          </p>
        </>
      );
  }
}

function Subscribed({
  success,
  sessionId,
}: {
  success: Extract<Success, { state: "subscription" }>;
  sessionId: string;
}) {
  const { canShowKey, interval, paidUntil, email } = success;
  const { url } = site();
  return (
    <>
      <h1>Your subscription is active</h1>
      <p className="mt-4 max-w-read">
        {`Paid until ${formatDay(paidUntil.toISOString())}. It renews every ${interval ?? "period"} until you cancel it in your account.`}
      </p>
      <FirstKey sessionId={sessionId} canShow={canShowKey} siteUrl={url} />
      <AccountHint email={email} what="To create, replace or revoke keys, change your card or cancel" />
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
            {`The link works until ${formatDay(file.expiresAt.toISOString())} and for ${file.downloadsMax} downloads. Anyone who has the link can use it.`}
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
      <AccountHint email={email} what="To see this purchase again or resend the link" />
    </>
  );
}

function AccountHint({ email, what }: { email: string; what: string }) {
  const inbox = inboxUrl();
  return (
    <>
      <p className="mt-8 max-w-read">
        {`${what}, `}
        <a href="/account">open your account</a>
        {email ? " and sign in as " : null}
        {email ? <strong className="wrap-anywhere">{email}</strong> : null}.
      </p>
      {inbox ? (
        <p className="note mt-2">
          {"Payments sandbox: no real payment was made. Email stays on this machine: "}
          <a href={inbox}>open the inbox</a>.
        </p>
      ) : null}
    </>
  );
}
