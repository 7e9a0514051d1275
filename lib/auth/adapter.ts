import { createHash } from "node:crypto";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { Adapter } from "next-auth/adapters";
import type { Db } from "@/db/client";
import { dropStaleTokens } from "@/db/queries/accounts";
import { accounts, sessions, users, verificationTokens } from "@/db/schema";

/** What a copy of the sessions table would show: nothing that signs anybody in. */
export function keptToken(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

/** Auth.js on our tables, with session tokens kept as their SHA-256. */
export function authAdapter(db: Db): Adapter {
  const adapter = DrizzleAdapter(db, {
    usersTable: users,
    accountsTable: accounts,
    sessionsTable: sessions,
    verificationTokensTable: verificationTokens,
  }) as Required<Adapter>;
  return {
    // Who comes this far was vouched for. Names and pictures are not asked for.
    createUser: ({ id, email, emailVerified }) =>
      adapter.createUser({ id, email: email.toLowerCase(), emailVerified: emailVerified ?? new Date() }),
    getUser: adapter.getUser,
    getUserByEmail: adapter.getUserByEmail,
    getUserByAccount: adapter.getUserByAccount,
    updateUser: adapter.updateUser,
    // Of a provider's answer only who it was is kept, none of its tokens.
    linkAccount: ({ userId, type, provider, providerAccountId }) =>
      adapter.linkAccount({ userId, type, provider, providerAccountId }),
    async createSession(session) {
      await adapter.createSession({ ...session, sessionToken: keptToken(session.sessionToken) });
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const found = await adapter.getSessionAndUser(keptToken(sessionToken));
      return found && { ...found, session: { ...found.session, sessionToken } };
    },
    async updateSession(session) {
      await adapter.updateSession({ ...session, sessionToken: keptToken(session.sessionToken) });
      return null;
    },
    deleteSession: (sessionToken) => adapter.deleteSession(keptToken(sessionToken)),
    async createVerificationToken(token) {
      await dropStaleTokens(db, new Date());
      return adapter.createVerificationToken(token);
    },
    useVerificationToken: adapter.useVerificationToken,
  };
}
