"use server";

import { notFound, redirect } from "next/navigation";
import { judgeReport, repairLedger, replay } from "@/lib/account/operator";
import { decideOnHeld, takeReadingBack } from "@/lib/account/verification-desk";
import { requireOperator } from "@/lib/auth/session";

export async function replayForm(form: FormData): Promise<void> {
  const operator = await requireOperator();
  const id = form.get("event");
  const said = await replay(operator, id);
  redirect(`/admin/events?${new URLSearchParams({ q: String(id), said })}`);
}

export async function judgeForm(form: FormData): Promise<void> {
  const operator = await requireOperator();
  const status = form.get("status");
  if (!(await judgeReport(operator, form.get("report"), status))) notFound();
  redirect(
    `/admin/reports?${new URLSearchParams({ state: String(form.get("state") ?? "open"), said: `Marked as ${status}.` })}`,
  );
}

export async function repairForm(form: FormData): Promise<void> {
  const operator = await requireOperator();
  const days = String(form.get("days"));
  const said = await repairLedger(operator, days);
  redirect(`/admin/reconcile?${new URLSearchParams({ days, said })}`);
}

const verification = (said: string) => redirect(`/admin/verification?${new URLSearchParams({ said })}`);

export async function decideForm(form: FormData): Promise<void> {
  verification(await decideOnHeld(await requireOperator(), form));
}

export async function takeBackForm(form: FormData): Promise<void> {
  verification(await takeReadingBack(await requireOperator(), form));
}
