"use client";

import { useActionState } from "react";
import { NewKey } from "@/app/_components/commerce/new-key";
import { Notice } from "@/app/_components/commerce/notice";
import { type ShownKey, showKeyForm } from "./actions";

type Props = { sessionId: string; canShow: boolean; siteUrl: string };

export function FirstKey({ sessionId, canShow, siteUrl }: Props) {
  const [shown, show, pending] = useActionState<ShownKey, FormData>(showKeyForm, null);
  if (shown && "key" in shown) return <NewKey apiKey={shown.key} siteUrl={siteUrl} untilUse />;
  if (shown) return <Notice>{shown.problem}</Notice>;
  if (!canShow) {
    return (
      <p className="notice mt-6" role="status">
        The key of this purchase was used, replaced or revoked, so it is no longer shown here. Manage your keys in your
        account.
      </p>
    );
  }
  return (
    <form action={show} className="mt-6 max-w-read" data-testid="show-key">
      <input type="hidden" name="session_id" value={sessionId} />
      <button type="submit" className="button" disabled={pending}>
        Show my key
      </button>
      <p className="note mt-2">You can show the key again on this page until you first use it.</p>
    </form>
  );
}
