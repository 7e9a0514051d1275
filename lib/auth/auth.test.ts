import { createHash } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { Auth } from "@auth/core";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Connection } from "@/db/client";
import { sessionUser } from "@/db/queries/accounts";
import { accounts, sessions, users, verificationTokens } from "@/db/schema";
import { embeddedDatabase } from "@/db/testing/embedded";
import { logger } from "@/lib/logger";
import { keptToken } from "./adapter";
import { type AuthParts, authConfig, sessionCookie } from "./config";
import { vouchesFor } from "./providers";
import { redirectTricks } from "./testing/redirect-tricks";

const siteUrl = "https://prices.example.com";
const secret = "a secret of the tests, 32 characters long";

let connection: Connection;
let github: Emulator;
let google: Emulator;
const mails: { to: string; url: string; minutes: number }[] = [];

beforeAll(async () => {
  connection = await embeddedDatabase();
});
afterAll(() => connection.close());

beforeEach(async () => {
  mails.length = 0;
  for (const table of [sessions, accounts, users, verificationTokens]) await connection.db.delete(table);
});

function parts(over: Partial<AuthParts> = {}): AuthParts {
  return {
    db: connection.db,
    secret,
    siteUrl,
    github: undefined,
    google: undefined,
    mail: {
      async signIn(link) {
        mails.push(link);
        return true;
      },
    },
    ...over,
  };
}

/** A browser that stores cookies, in front of Auth.js. */
function browser(over: Partial<AuthParts> = {}) {
  const jar = new Map<string, string>();
  const setCookies: string[] = [];
  const send = async (path: string, form?: Record<string, string>) => {
    const response = await Auth(
      new Request(`${siteUrl}${path}`, {
        method: form ? "POST" : "GET",
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
        body: form ? new URLSearchParams(form) : undefined,
      }),
      authConfig(parts(over)),
    );
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const csrf = async () => ((await (await send("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  const session = () => jar.get(sessionCookie(siteUrl));
  return {
    jar,
    setCookies,
    send,
    session,
    signIn: async (provider: string, form: Record<string, string> = {}) =>
      send(`/api/auth/signin/${provider}`, { csrfToken: await csrf(), ...form }),
    async user() {
      const token = session();
      return token ? sessionUser(connection.db, keptToken(token), new Date()) : null;
    },
  };
}

/** Returns the request of the button on the confirmation page. */
function callbackOf(mailed: string): string {
  const { searchParams } = new URL(mailed);
  const query = new URLSearchParams({
    token: searchParams.get("token") ?? "",
    email: searchParams.get("email") ?? "",
    callbackUrl: searchParams.get("to") ?? "",
  });
  return `/api/auth/callback/email?${query}`;
}

async function mailedLink(email: string): Promise<string> {
  await browser().signIn("email", { email });
  const last = mails.at(-1);
  if (!last) throw new Error("no mail");
  return last.url;
}

describe("the link by e-mail", () => {
  test("signs in whoever follows it, once", async () => {
    const link = await mailedLink("Buyer@Example.com");
    expect(link.startsWith(`${siteUrl}/sign-in/confirm?`)).toBe(true);
    const first = browser();
    await first.send(callbackOf(link), {});
    expect(await first.user()).toMatchObject({ email: "buyer@example.com" });
    const second = browser();
    const refused = await second.send(callbackOf(link), {});
    expect(refused.headers.get("location")).toContain("/sign-in?error=Verification");
    expect(await second.user()).toBeNull();
  });

  test("is kept as a digest only, and so is the session", async () => {
    const link = await mailedLink("buyer@example.com");
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const [kept] = await connection.db.select().from(verificationTokens);
    expect(kept?.token).not.toBe(token);
    expect(kept?.token).toBe(createHash("sha256").update(`${token}${secret}`).digest("hex"));
    const visitor = browser();
    await visitor.send(callbackOf(link), {});
    const [session] = await connection.db.select().from(sessions);
    expect(session?.sessionToken).toBe(keptToken(visitor.session() ?? ""));
    expect(session?.sessionToken).not.toBe(visitor.session());
  });

  test("works for 15 minutes, and what was left unused is forgotten", async () => {
    const started = Date.now();
    const link = await mailedLink("buyer@example.com");
    const [kept] = await connection.db.select().from(verificationTokens);
    expect((kept?.expires.getTime() ?? 0) - started).toBeGreaterThan(14.9 * 60_000);
    expect((kept?.expires.getTime() ?? 0) - started).toBeLessThan(15.1 * 60_000);
    vi.useFakeTimers({ toFake: ["Date"], now: started + 15.2 * 60_000 });
    try {
      const late = browser();
      const refused = await late.send(callbackOf(link), {});
      expect(refused.headers.get("location")).toContain("error=Verification");
      expect(await late.user()).toBeNull();
      await mailedLink("other@example.com");
      const rows = await connection.db.select().from(verificationTokens);
      expect(rows.map(({ identifier }) => identifier)).toEqual(["other@example.com"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("does not serve another address", async () => {
    const link = new URL(await mailedLink("buyer@example.com"));
    link.searchParams.set("email", "victim@example.com");
    const thief = browser();
    await thief.send(callbackOf(link.href), {});
    expect(await thief.user()).toBeNull();
  });

  test("leads to this site whatever Host header asked for it", async () => {
    const visitor = browser();
    const csrfToken = ((await (await visitor.send("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
    await Auth(
      new Request("https://thief.example.net/api/auth/signin/email", {
        method: "POST",
        headers: {
          cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; "),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          csrfToken,
          email: "victim@example.com",
          callbackUrl: "https://thief.example.net/",
        }),
      }),
      authConfig(parts()),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.url).not.toContain("thief");
    expect(mails[0]?.url.startsWith(`${siteUrl}/`)).toBe(true);
  });

  test.each(redirectTricks(siteUrl))("%j as the way onward stays on this site, and is no fault of ours", async (to) => {
    const faults = vi.spyOn(logger, "error");
    const visitor = browser();
    await visitor.signIn("email", { email: "buyer@example.com", callbackUrl: to });
    const mailed = new URL(mails.at(-1)?.url ?? "");
    expect(mailed.searchParams.get("to")).toBe("/account");
    // As if someone had changed the form, the link or the cookie on its way.
    mailed.searchParams.set("to", to);
    visitor.jar.set("__Host-pi.onward", encodeURIComponent(to));
    const onward = await visitor.send(callbackOf(mailed.href), {});
    // An invalid address is refused.
    expect([`${siteUrl}/account`, null]).toContain(onward.headers.get("location"));
    expect(faults).not.toHaveBeenCalled();
  });

  test("one within this site is followed", async () => {
    const visitor = browser();
    await visitor.signIn("email", { email: "buyer@example.com", callbackUrl: "/admin/events?q=1" });
    const onward = await visitor.send(callbackOf(mails.at(-1)?.url ?? ""), {});
    expect(onward.headers.get("location")).toBe(`${siteUrl}/admin/events?q=1`);
  });

  test("of 20 at once one signs in", async () => {
    const link = await mailedLink("buyer@example.com");
    const visitors = Array.from({ length: 20 }, () => browser());
    await Promise.all(visitors.map((visitor) => visitor.send(callbackOf(link), {})));
    const users = await Promise.all(visitors.map((visitor) => visitor.user()));
    expect(users.filter((user) => user !== null)).toHaveLength(1);
    expect(await connection.db.select().from(sessions)).toHaveLength(1);
  });

  test("known and unknown addresses are answered alike", async () => {
    await browser().send(callbackOf(await mailedLink("known@example.com")), {});
    const [known, unknown] = await Promise.all(
      ["known@example.com", "unknown@example.com"].map((email) => browser().signIn("email", { email })),
    );
    expect(known?.status).toBe(unknown?.status);
    expect(known?.headers.get("location")).toBe(unknown?.headers.get("location"));
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(["known@example.com", "unknown@example.com"]));
  });

  test("what is no address gets no mail", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    for (const email of [
      "",
      "nobody",
      "a@b@c.example.com",
      'x"y@example.com',
      "a@example.com,b@example.com",
      "a@x\r\n.com",
    ]) {
      await browser().signIn("email", { email });
    }
    expect(mails).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe("the session", () => {
  test("lives in a __Host- cookie that no script reads, for 30 days", async () => {
    const visitor = browser();
    await visitor.send(callbackOf(await mailedLink("buyer@example.com")), {});
    const line = visitor.setCookies.find((text) => text.startsWith("__Host-pi.session="));
    expect(line).toMatch(/; Path=\/(;|$)/);
    expect(line).toMatch(/; HttpOnly(;|$)/i);
    expect(line).toMatch(/; Secure(;|$)/i);
    expect(line).toMatch(/; SameSite=Lax(;|$)/i);
    expect(line).not.toMatch(/Domain=/i);
    const expires = Date.parse(/Expires=([^;]+)/i.exec(line ?? "")?.[1] ?? "");
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
    for (const text of visitor.setCookies) expect(text).toMatch(/^__Host-pi\./);
  });

  test("ends when it expires and when its owner signs out", async () => {
    const visitor = browser();
    await visitor.send(callbackOf(await mailedLink("buyer@example.com")), {});
    const token = keptToken(visitor.session() ?? "");
    expect(await sessionUser(connection.db, token, new Date(Date.now() + 31 * 86_400_000))).toBeNull();
    expect(await visitor.user()).not.toBeNull();
    const csrfToken = ((await (await visitor.send("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
    await visitor.send("/api/auth/signout", { csrfToken });
    expect(await sessionUser(connection.db, token, new Date())).toBeNull();
  });

  test("a session of an address that was never confirmed opens nothing", async () => {
    const { db } = connection;
    await db.insert(users).values({ id: "u1", email: "someone@example.com" });
    await db
      .insert(sessions)
      .values({ sessionToken: keptToken("t"), userId: "u1", expires: new Date(Date.now() + 1e6) });
    expect(await sessionUser(db, keptToken("t"), new Date())).toBeNull();
  });
});

describe("GitHub and Google", () => {
  const client = { id: "client-of-the-tests", secret: "secret-of-the-tests" };
  const app = (provider: string) => ({
    client_id: client.id,
    client_secret: client.secret,
    name: "Tests",
    redirect_uris: [`${siteUrl}/api/auth/callback/${provider}`],
  });

  beforeAll(async () => {
    const [githubPort, googlePort] = [await freePort(), await freePort()];
    github = await createEmulator({
      service: "github",
      port: githubPort,
      seed: {
        github: {
          users: [{ login: "acme-buyer", name: "Acme Buyer", email: "Buyer@example.com" }],
          oauth_apps: [app("github")],
        },
      },
    });
    google = await createEmulator({
      service: "google",
      port: googlePort,
      seed: {
        google: {
          users: [
            { email: "buyer@gmail.com", name: "Buyer" },
            { email: "hosted@acme.example", name: "Hosted", hd: "acme.example" },
            { email: "unconfirmed@gmail.com", name: "Unconfirmed", email_verified: false },
          ],
          oauth_clients: [app("google")],
        },
      },
    });
  });
  afterAll(() => Promise.all([github.close(), google.close()]));

  const throughGitHub = () => browser({ github: client, origins: { github: { site: github.url, api: github.url } } });
  const throughGoogle = () => browser({ google: client, origins: { google: google.url } });

  /** Chooses a user on the provider's page. Returns the URL of the redirect back. */
  async function approve(away: Response, user: string): Promise<string> {
    const authorize = new URL(away.headers.get("location") ?? "");
    const page = await (await fetch(authorize)).text();
    const forms = page.split("<form").filter((form) => form.includes(`value="${user}"`));
    const [form = ""] = forms;
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? "";
    const answer = await fetch(new URL(action, authorize), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
    });
    const back = new URL(answer.headers.get("location") ?? "", siteUrl);
    return `${back.pathname}${back.search}`;
  }

  test("the browser is sent to the provider with state, proof key and our address to come back to", async () => {
    for (const [visitor, provider] of [
      [throughGitHub(), "github"],
      [throughGoogle(), "google"],
    ] as const) {
      const away = new URL((await visitor.signIn(provider)).headers.get("location") ?? "");
      expect(away.searchParams.get("redirect_uri")).toBe(`${siteUrl}/api/auth/callback/${provider}`);
      expect(away.searchParams.get("client_id")).toBe(client.id);
      expect(away.searchParams.get("code_challenge_method")).toBe("S256");
      expect(away.searchParams.get("state")).toBeTruthy();
      expect(away.href).not.toContain(client.secret);
    }
  });

  test.each([
    ["github", throughGitHub, "acme-buyer", "buyer@example.com"],
    ["google", throughGoogle, "buyer@gmail.com", "buyer@gmail.com"],
    ["google", throughGoogle, "hosted@acme.example", "hosted@acme.example"],
  ])(
    "%s signs in an address that it vouches for, and none of its tokens is kept",
    async (provider, start, user, email) => {
      const visitor = start();
      await visitor.send(await approve(await visitor.signIn(provider), user));
      expect(await visitor.user()).toMatchObject({ email });
      const [account] = await connection.db.select().from(accounts);
      expect(account).toMatchObject({ provider, access_token: null, refresh_token: null, id_token: null });
      const [row] = await connection.db.select().from(users);
      expect(row).toMatchObject({ email, name: null, image: null });
    },
  );

  test("one address is one user, however it signs in", async () => {
    const byMail = browser();
    await byMail.send(callbackOf(await mailedLink("buyer@example.com")), {});
    const byGitHub = throughGitHub();
    await byGitHub.send(await approve(await byGitHub.signIn("github"), "acme-buyer"));
    expect(await byGitHub.user()).toEqual(await byMail.user());
    expect(await connection.db.select().from(users)).toHaveLength(1);
  });

  test("an address that Google did not confirm is turned away", async () => {
    const visitor = throughGoogle();
    const answer = await visitor.send(await approve(await visitor.signIn("google"), "unconfirmed@gmail.com"));
    expect(answer.headers.get("location")).toContain("/sign-in?error=unverified");
    expect(await visitor.user()).toBeNull();
    expect(await connection.db.select().from(users)).toEqual([]);
  });

  test("a way back that this browser did not begin signs nobody in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const attacker = throughGitHub();
    const back = await approve(await attacker.signIn("github"), "acme-buyer");
    const victim = throughGitHub();
    await victim.send(back);
    expect(await victim.user()).toBeNull();
    vi.restoreAllMocks();
  });

  test("only what a provider calls confirmed counts", () => {
    const email = "buyer@gmail.com";
    expect(vouchesFor("github", { email, email_verified: true })).toBe(true);
    expect(vouchesFor("github", { email, email_verified: false })).toBe(false);
    expect(vouchesFor("github", { email: null, email_verified: true })).toBe(false);
    expect(vouchesFor("google", { email, email_verified: true })).toBe(true);
    expect(vouchesFor("google", { email, email_verified: "true" })).toBe(false);
    expect(vouchesFor("google", { email: "a@gmail.com.evil.example", email_verified: true })).toBe(false);
    expect(vouchesFor("google", { email: "a@acme.example", email_verified: true, hd: "acme.example" })).toBe(true);
    expect(vouchesFor("gitlab", { email, email_verified: true })).toBe(false);
    expect(vouchesFor("github", undefined)).toBe(false);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
