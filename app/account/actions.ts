"use server";

import { revalidatePath } from "next/cache";
import { notFound, redirect } from "next/navigation";
import { categoryName } from "@/app/_data/pricing";
import { changeKeys, deleteAccount, keepOf, NOT_THEIRS, portalOf, receiptOf, resendFile } from "@/lib/account/actions";
import { signOut as endSession } from "@/lib/auth/auth";
import { requireUser } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";

export type KeyMessage = { key: string; customer: string } | { text: string; good: boolean; customer: string } | null;

export async function keysForm(_: KeyMessage, form: FormData): Promise<KeyMessage> {
  const change = await changeKeys(await requireUser(), form);
  if (change === NOT_THEIRS) notFound();
  revalidatePath("/account");
  const customer = String(form.get("customer"));
  if ("created" in change) return { key: change.created.key, customer };
  if ("done" in change) return { text: change.done, good: true, customer };
  return { text: change.problem, good: false, customer };
}

export async function resend(form: FormData): Promise<void> {
  const sent = await resendFile(await requireUser(), form.get("purchase"), categoryName);
  if (sent === NOT_THEIRS) notFound();
  redirect(`/account?said=${sent}#files`);
}

export async function keep(form: FormData): Promise<void> {
  const kept = await keepOf(await requireUser(), form.get("customer")).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    return "no_portal" as const;
  });
  if (kept === NOT_THEIRS) notFound();
  redirect(`/account?said=${kept ?? "not_kept"}`);
}

export async function openReceipt(form: FormData): Promise<void> {
  const url = await receiptOf(await requireUser(), form.get("purchase")).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    return "/account?said=no_portal";
  });
  if (url === NOT_THEIRS) notFound();
  redirect(url ?? "/account?said=no_receipt#files");
}

export async function openPortal(form: FormData): Promise<void> {
  const url = await portalOf(await requireUser(), form.get("customer")).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    return `/account?said=${error.code === "not_found" ? "no_customer" : "no_portal"}`;
  });
  if (url === NOT_THEIRS) notFound();
  redirect(url);
}

export async function signOut(): Promise<void> {
  await endSession({ redirectTo: "/" });
}

export async function remove(form: FormData): Promise<void> {
  const deletion = await deleteAccount(await requireUser(), form.get("email"));
  if (deletion !== "deleted") redirect(`/account?said=${deletion}#delete`);
  await endSession({ redirectTo: "/account/deleted" });
}
