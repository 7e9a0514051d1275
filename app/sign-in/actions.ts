"use server";

import { redirect } from "next/navigation";
import { pathWithin } from "@/lib/auth/address";
import { sendSignInLink, signInWith } from "@/lib/auth/sign-in";

export async function requestLink(form: FormData): Promise<void> {
  const to = pathWithin(form.get("to"));
  const request = await sendSignInLink(form.get("email"), to);
  if (request.outcome === "sent") redirect("/sign-in/sent");
  if (request.outcome === "already_sent") redirect(`/sign-in/sent?wait=${request.minutes}`);
  const query = new URLSearchParams({ error: request.outcome, to });
  if (request.outcome === "too_many") query.set("minutes", String(request.minutes));
  redirect(`/sign-in?${query}`);
}

export async function continueWith(form: FormData): Promise<void> {
  await signInWith(form.get("provider"), form.get("to"));
  redirect("/sign-in");
}
