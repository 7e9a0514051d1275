import { createHash } from "node:crypto";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import type { Adapter } from "next-auth/adapters";
import type { Db } from "@/db/client";
import { dropStaleTokens } from "@/db/queries/accounts";
import { accounts, sessions, users, verificationTokens } from "@/db/schema";

/** Returns the stored form of a session token. A copy of the sessions table does not let anyone sign in. */
export function keptToken(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

/** Returns the Auth.js adapter for our tables. Session tokens are stored as their SHA-256. */
export function authAdapter(db: Db): Adapter {
  const adapter = DrizzleAdapter(db, {
    usersTable: users,
    accountsTable: accounts,
    sessionsTable: sessions,
    verificationTokensTable: verificationTokens,
  }) as Required<Adapter>;
  return {
    // At this point the user's email address is confirmed. Names and pictures are not requested.
    createUser: ({ id, email, emailVerified }) =>
      adapter.createUser({ id, email: email.toLowerCase(), emailVerified: emailVerified ?? new Date() }),
    getUser: adapter.getUser,
    getUserByEmail: adapter.getUserByEmail,
    getUserByAccount: adapter.getUserByAccount,
    updateUser: adapter.updateUser,
    // Only the identity from the provider's response is stored, and no token.
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
