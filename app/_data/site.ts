import { env } from "@/lib/env";

export function site(): { name: string; url: string } {
  const { siteName, siteUrl } = env();
  return { name: siteName, url: siteUrl };
}

/** Returns the URL of the sandbox's inbox; null if the server sends real email. */
export function inboxUrl(): string | null {
  const sandbox = env().payments?.sandboxUrl;
  return sandbox ? `${sandbox}/inbox` : null;
}

export function sendsMail(): boolean {
  return env().smtpUrl !== undefined;
}
