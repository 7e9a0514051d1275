"use server";

import { cookies } from "next/headers";
import { showKey } from "@/lib/account/success";

export type ShownKey = { key: string } | { problem: string } | null;

export async function showKeyForm(_: ShownKey, form: FormData): Promise<ShownKey> {
  const jar = await cookies();
  return showKey(form.get("session_id"), (name) => jar.get(name)?.value);
}
