import NextAuth from "next-auth";
import { getDb } from "@/db/client";
import { env } from "@/lib/env";
import { mail } from "@/lib/mail/send";
import { siteSecret } from "@/lib/site-secret";
import { authConfig } from "./config";

export const { handlers, signIn, signOut } = NextAuth(async () => {
  const { siteUrl, github, google } = env();
  // Auth.js reads this before the Host header, which the sender of a request can choose.
  process.env.AUTH_URL = siteUrl;
  return authConfig({ db: await getDb(), secret: siteSecret(), siteUrl, github, google, mail });
});
