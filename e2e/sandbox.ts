import { expect, type Page } from "@playwright/test";
import { opening } from "./opening";

/** URL of the payments sandbox that the tested site uses. */
export const sandboxUrl = process.env.E2E_SANDBOX_URL ?? "";

export const CARDS = {
  succeeds: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  insufficientFunds: "4000 0000 0000 9995",
  authenticates: "4000 0025 0000 3155",
  authenticatesAlways: "4000 0027 6000 3184",
  failsOnRenewal: "4000 0000 0000 0341",
} as const;

/** Fills in and submits the sandbox's checkout page. The browser must be on that page. */
export async function payWith(page: Page, { card, email }: { card: keyof typeof CARDS; email?: string }) {
  await expect(page).toHaveURL(/\/checkout\/cs_test_/);
  if (email) await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Card number").fill(CARDS[card]);
  await page.getByLabel("Expiry").fill("12 / 40");
  await page.getByLabel("Security code").fill("123");
  const terms = page.getByRole("checkbox");
  if (await terms.isVisible()) await terms.check();
  await opening(page, () => page.getByRole("button", { name: /^(Pay|Subscribe) ·/ }).click());
}

/** Posts to a path that the sandbox's first page lists. Returns the changed object. */
export async function control(path: string, form: Record<string, string> = {}) {
  const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(form),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${JSON.stringify(body)}`);
  return body;
}

export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

/** Returns all emails to an address, newest first. */
export async function inboxOf(address: string): Promise<Mail[]> {
  const response = await fetch(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`);
  return ((await response.json()) as { messages: Mail[] }).messages;
}

/** Waits for an email to an address and returns the newest one. */
export async function mailTo(address: string, subject: RegExp = /./): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      found = (await inboxOf(address)).find((mail) => subject.test(mail.subject));
      return found?.subject;
    })
    .toMatch(subject);
  return found as Mail;
}
