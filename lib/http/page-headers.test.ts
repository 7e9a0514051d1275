import { describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "./page-headers";

const PLAIN = { payments: undefined, github: undefined, google: undefined, siteUrl: "https://prices.example" };
const client = { id: "id", secret: "secret" };

const formAction = (settings: Parameters<typeof contentSecurityPolicy>[0]) =>
  /form-action ([^;]+)/.exec(contentSecurityPolicy(settings))?.[1]?.split(" ");

describe("content security policy", () => {
  test("forms go to this site alone where nothing is sold and nobody signs in elsewhere", () => {
    expect(formAction(PLAIN)).toEqual(["'self'"]);
  });

  test("forms may lead to Stripe's pages, or to the sandbox that stands in for them, never to both", () => {
    const stripe = { mode: "stripe" as const, secretKey: "sk", webhookSecret: "wh", sandboxUrl: undefined };
    expect(formAction({ ...PLAIN, payments: stripe })).toEqual([
      "'self'",
      "https://checkout.stripe.com",
      "https://billing.stripe.com",
    ]);
    const sandbox = {
      mode: "sandbox" as const,
      secretKey: "sk",
      webhookSecret: "wh",
      sandboxUrl: "http://localhost:4242/x",
    };
    expect(formAction({ ...PLAIN, payments: sandbox })).toEqual(["'self'", "http://localhost:4242"]);
  });

  test("sign-in providers are allowed where they are set up, their stand-ins only on a local site", () => {
    expect(formAction({ ...PLAIN, github: client, google: client })).toEqual([
      "'self'",
      "https://github.com",
      "https://accounts.google.com",
    ]);
    expect(formAction({ ...PLAIN, github: client, siteUrl: "http://localhost:3000" })).toContain("http://localhost:*");
    expect(formAction({ ...PLAIN, siteUrl: "http://localhost:3000" })).toEqual(["'self'"]);
  });

  test("inline scripts run where they carry the page's nonce, and without one only on kept pages", () => {
    expect(contentSecurityPolicy(PLAIN, "abc")).toContain("; script-src 'self' 'nonce-abc'; ");
    expect(contentSecurityPolicy(PLAIN)).toContain("; script-src 'self' 'unsafe-inline'; ");
  });

  test("nothing is framed, embedded or run from an attribute", () => {
    const policy = contentSecurityPolicy(PLAIN);
    for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'", "script-src-attr 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).not.toMatch(/\*(?!:)/);
  });
});
