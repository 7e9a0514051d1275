import { env } from "@/lib/env";

export function site(): { name: string; url: string } {
  const { siteName, siteUrl } = env();
  return { name: siteName, url: siteUrl };
}

/** Where the sandbox shows the mail it caught; null where mail is really sent. */
export function inboxUrl(): string | null {
  const sandbox = env().payments?.sandboxUrl;
  return sandbox ? `${sandbox}/inbox` : null;
}

export function sendsMail(): boolean {
  return env().smtpUrl !== undefined;
}
