import { afterEach, describe, expect, test, vi } from "vitest";
import { compose } from "./compose";
import { type Mail, mailer } from "./send";
import { type Inbox, openInbox } from "./testing";
import { smtpTransport } from "./transport";

const sender = { siteName: "Acme Prices", siteUrl: "https://prices.example.com" };
const to = "buyer@example.com";
const file = {
  to,
  category: "Team chat",
  url: "https://prices.example.com/files/0123456789abcdef",
  asOf: "2026-11-20",
  recordCount: 1234,
  sha256: "ab".repeat(32),
  expiresAt: new Date("2026-12-20T10:00:00Z"),
  downloadsUsed: 3,
  downloadsMax: 20,
};

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  vi.restoreAllMocks();
});

async function connected(options?: { refuse: boolean }): Promise<{ inbox: Inbox; mail: Mail }> {
  const inbox = await openInbox(options);
  const transport = smtpTransport(inbox.url);
  open.push(
    () => transport.close(),
    () => inbox.close(),
  );
  return { inbox, mail: mailer(() => ({ from: "Acme Prices <no-reply@example.com>", sender, transport })) };
}

describe("what arrives", () => {
  test.each<[string, (mail: Mail) => Promise<boolean>, RegExp, string[]]>([
    [
      "sign-in link",
      (mail) => mail.signIn({ to, url: "https://prices.example.com/sign-in/confirm?token=abc&email=x", minutes: 15 }),
      /^Sign in to Acme Prices$/,
      ["https://prices.example.com/sign-in/confirm?token=abc&email=x", "15 minutes", "works once"],
    ],
    [
      "subscription started",
      (mail) =>
        mail.subscriptionStarted({
          to,
          interval: "year",
          paidUntil: new Date("2027-11-21T00:00:00Z"),
          another: false,
        }),
      /subscription to Acme Prices is active/,
      ["yearly", "21 Nov 2027", "https://prices.example.com/account"],
    ],
    [
      "second subscription started",
      (mail) => mail.subscriptionStarted({ to, interval: "month", paidUntil: new Date("2026-12-21"), another: true }),
      /subscription to Acme Prices is active/,
      ["already pays for another subscription", "cancel one in your account", "https://prices.example.com/pricing"],
    ],
    [
      "payment failed",
      (mail) => mail.paymentFailed({ to, graceUntil: new Date("2026-12-05T00:00:00Z") }),
      /payment to Acme Prices failed/,
      ["5 Dec 2026", "https://prices.example.com/account"],
    ],
    [
      "file ready",
      (mail) => mail.fileReady(file),
      /^Your file: Team chat pricing$/,
      [file.url, "1,234", "20 Nov 2026", "20 Dec 2026", "17 of 20", file.sha256],
    ],
    [
      "file again",
      (mail) => mail.fileResent(file),
      /^Your file, sent again: Team chat pricing$/,
      [file.url, "17 of 20"],
    ],
    [
      "file not paid",
      (mail) =>
        mail.fileUnpaid({ to, category: "Team chat", again: "https://prices.example.com/pricing?category=team-chat" }),
      /^Payment failed: Team chat pricing$/,
      ["Nothing was bought", "https://prices.example.com/pricing?category=team-chat"],
    ],
    [
      "question about a watch",
      (mail) =>
        mail.watchAsked({
          to,
          product: "Acme Chat",
          page: "https://prices.example.com/software/chat/acme",
          url: "https://prices.example.com/watch/link?id=pw_1&key=2",
          days: 7,
        }),
      /^Confirm that you want to watch the price of Acme Chat$/,
      ["https://prices.example.com/watch/link?id=pw_1&key=2", "7 days", "deleted"],
    ],
    [
      "price read",
      (mail) =>
        mail.priceRead({
          to,
          product: "Acme Chat",
          answer: "Acme Chat costs $9 per user a month. Seen 1 May 2026.",
          page: "https://prices.example.com/software/chat/acme",
        }),
      /^Acme Chat now has a price$/,
      ["$9 per user a month", "https://prices.example.com/software/chat/acme", "only email", "deleted"],
    ],
    [
      "refund",
      (mail) => mail.refunded({ to, category: "Team chat", amountMinor: 1900, currency: "usd" }),
      /^Refund: Team chat pricing$/,
      ["$19", "no longer works"],
    ],
  ])("%s: text and HTML say the same", async (_, post, subject, words) => {
    const { inbox, mail } = await connected();
    expect(await post(mail)).toBe(true);
    expect(inbox.messages).toHaveLength(1);
    const [message] = inbox.messages;
    expect(message?.recipients).toEqual([to]);
    expect(message?.mail.subject).toMatch(subject);
    const html = message?.mail.html?.replaceAll("&amp;", "&");
    for (const word of words) {
      expect(message?.mail.text).toContain(word);
      expect(html).toContain(word);
    }
  });

  test("a name with markup stays words", async () => {
    const { inbox, mail } = await connected();
    await mail.fileReady({ ...file, category: '<img src=x onerror="alert(1)">' });
    expect(inbox.messages[0]?.mail.html).not.toContain("<img");
  });
});

describe("what cannot be smuggled in", () => {
  test("a line break in a name begins no header and adds no recipient", async () => {
    const { inbox, mail } = await connected();
    await mail.fileReady({ ...file, category: "Team chat\r\nBcc: thief@example.com\r\n\r\nHello" });
    const [message] = inbox.messages;
    expect(message?.recipients).toEqual([to]);
    expect(message?.mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(compose("one\r\nBcc: two\u2028three", [], "").subject).toBe("one Bcc: two three");
  });

  test.each([
    "a@example.com, thief@example.com",
    "a@example.com\r\nRCPT TO:<thief@example.com>",
    "a@example.com;b@c.de",
  ])("one address means one recipient: %j", async (address) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { inbox, mail } = await connected();
    await mail.signIn({ to: address, url: "https://prices.example.com/x", minutes: 15 });
    const reached = inbox.messages.flatMap(({ recipients }) => recipients);
    expect(reached).not.toContain("thief@example.com");
    expect(reached.length).toBeLessThanOrEqual(1);
  });

  test("a password does not travel to another machine without TLS", () => {
    const options = (url: string) => {
      const transport = smtpTransport(url);
      open.push(() => transport.close());
      return transport.options as { requireTLS?: boolean; secure?: boolean; port?: number };
    };
    expect(options("smtp://user:p%40ss@mail.example.com")).toMatchObject({
      requireTLS: true,
      port: 587,
      auth: { user: "user", pass: "p@ss" },
    });
    expect(options("smtps://user:pass@mail.example.com")).toMatchObject({ secure: true, port: 465 });
  });
});

describe("when it fails", () => {
  test("a refused message is false and the log names neither address nor link", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { mail } = await connected({ refuse: true });
    const url = "https://prices.example.com/sign-in/confirm?token=secret-of-the-link";
    expect(await mail.signIn({ to, url, minutes: 15 })).toBe(false);
    const lines = logged.mock.calls.flat().join("\n");
    expect(lines).toContain("mail not sent");
    expect(lines).not.toContain(to);
    expect(lines).not.toContain("secret-of-the-link");
  });

  test("without a mail server every message is false", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const mail = mailer(() => ({ from: "x@example.com", sender, transport: undefined }));
    expect(await mail.fileReady(file)).toBe(false);
  });
});
