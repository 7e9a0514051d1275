import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { getDb } from "@/db/client";
import { sessionUser } from "@/db/queries/accounts";
import { env } from "@/lib/env";
import { keptToken } from "./adapter";
import { sessionCookie } from "./config";

/** A signed-in user with a confirmed email address. */
export interface SignedIn {
  id: string;
  /** In lower case. */
  email: string;
}

/** Returns null if the user is not signed in. */
export const currentUser = cache(async (): Promise<SignedIn | null> => userOf(await cookies()));

type Jar = { get(name: string): { value: string } | undefined };

async function userOf(jar: Jar): Promise<SignedIn | null> {
  const token = jar.get(sessionCookie(env().siteUrl))?.value;
  return token ? sessionUser(await getDb(), keptToken(token), new Date()) : null;
}

/** Returns, before a page is rendered, whether its URL exists for the user with these cookies. */
export async function isThereFor(path: string, jar: Jar): Promise<boolean> {
  return !/^\/admin(?:\/|$)/i.test(path) || isOperator(await userOf(jar));
}

/** Redirects signed-out users to the sign-in page, and then back to `path`. */
export async function requireUser(path = "/account"): Promise<SignedIn> {
  return (await currentUser()) ?? redirect(`/sign-in?${new URLSearchParams({ to: path })}`);
}

export function isOperator(user: SignedIn | null): boolean {
  return user !== null && env().adminEmails.includes(user.email);
}

/** Returns the operator. For any other user, the URL does not exist. */
export async function requireOperator(): Promise<SignedIn> {
  const user = await currentUser();
  if (!user || !isOperator(user)) notFound();
  return user;
}
