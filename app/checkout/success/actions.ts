"use server";

import { cookies } from "next/headers";
import { showKey } from "@/lib/account/success";

export type ShownKey = { key: string } | { problem: string } | null;

/** A client may call the action directly, without a form. */
export async function showKeyForm(_: ShownKey, form?: FormData): Promise<ShownKey> {
  const jar = await cookies();
  const session = form instanceof FormData ? form.get("session_id") : null;
  return showKey(session, (name) => jar.get(name)?.value);
}
