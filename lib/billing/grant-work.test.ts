import { expect, test, vi } from "vitest";
import type { SubscriptionRow } from "@/db/queries/billing";
import { mail } from "@/lib/mail/send";
import { serverGrantWork } from "./grant-work";

vi.mock("@/lib/mail/send", () => ({ mail: { paymentFailed: vi.fn(async () => true) } }));

const work = serverGrantWork({ siteUrl: "https://pricing.example.com", categoryName: async (slug) => slug });
const day = (text: string | null) => (text === null ? null : new Date(`${text}T00:00:00Z`));

test.each([
  ["14 days of grace after a failed renewal", "2026-12-01", "2026-12-01", "2026-12-15"],
  ["what is paid, where that is longer", "2026-12-31", "2026-12-01", "2026-12-31"],
  ["nothing to who never paid", null, "2026-12-01", null],
])("the mail about a failed payment promises %s", async (_, paidUntil, pastDueSince, promised) => {
  vi.mocked(mail.paymentFailed).mockClear();
  const dates = { paidUntil: day(paidUntil), pastDueSince: day(pastDueSince), currentPeriodEnd: new Date() };
  const subscription = { status: "past_due", cancelAtPeriodEnd: false, ...dates } as SubscriptionRow;
  expect(await work.paymentFailed(subscription, "buyer@example.com")).toBe(true);
  const sent = vi.mocked(mail.paymentFailed).mock.calls.map(([{ graceUntil }]) => graceUntil);
  expect(sent).toEqual(promised === null ? [] : [day(promised)]);
});
