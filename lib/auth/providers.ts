import type { OAuthConfig } from "next-auth/providers";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { Env } from "@/lib/env";

/** URLs of the providers, if they are not the real ones. */
export interface ProviderOrigins {
  github?: { site: string; api: string };
  google?: string;
}

const COMMON = {
  checks: ["pkce", "state"],
  /** As both providers document it: the secret in the body, not in a header. */
  client: { token_endpoint_auth_method: "client_secret_post" },
  /** Safe because sign-in stops earlier if the provider does not vouch for the email address. */
  allowDangerousEmailAccountLinking: true,
} satisfies Partial<OAuthConfig<unknown>>;
const GITHUB = { site: "https://github.com", api: "https://api.github.com" };

interface GitHubProfile {
  id: number;
  login: string;
  name: string | null;
  email: string | null;
  email_verified: boolean;
}

interface GitHubAddress {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** Returns the providers whose client ID and secret are set. */
export function oauthProviders({ github, google }: Pick<Env, "github" | "google">, origins: ProviderOrigins = {}) {
  return [
    ...(github ? [githubProvider(github, origins.github ?? GITHUB)] : []),
    ...(google
      ? [
          Google({
            clientId: google.id,
            clientSecret: google.secret,
            ...COMMON,
            ...(origins.google ? { issuer: origins.google } : {}),
          }),
        ]
      : []),
  ];
}

function githubProvider(
  client: { id: string; secret: string },
  { site, api }: typeof GITHUB,
): OAuthConfig<GitHubProfile> {
  return {
    ...(GitHub({}) as OAuthConfig<GitHubProfile>),
    clientId: client.id,
    clientSecret: client.secret,
    ...COMMON,
    issuer: `${site}/login/oauth`,
    authorization: { url: `${site}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: `${site}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      // The email address in a profile is one that its owner chose to show. Only this list says which one was
      // confirmed.
      async request({ tokens }: { tokens: { access_token?: string } }) {
        const headers = { Authorization: `Bearer ${tokens.access_token}`, "User-Agent": "pricing-intelligence" };
        const [profile, addresses] = await Promise.all(
          ["/user", "/user/emails"].map(async (path) => {
            const response = await fetch(`${api}${path}`, { headers });
            if (!response.ok) throw new Error(`GitHub answered ${response.status} at ${path}`);
            return response.json();
          }),
        );
        const primary = (addresses as GitHubAddress[]).find((address) => address.primary);
        return { ...profile, email: primary?.email ?? null, email_verified: primary?.verified === true };
      },
    },
    profile: ({ id, name, login, email }) => ({ id: String(id), name: name ?? login, email }),
  };
}

/**
 * Returns whether a provider vouches that the user who signs in reads this mailbox now. Google does so for its own
 * domains and for those it hosts. For others, the email address was confirmed once and may have changed hands.
 */
export function vouchesFor(provider: string, profile: Record<string, unknown> | undefined): boolean {
  if (!profile || typeof profile.email !== "string" || profile.email_verified !== true) return false;
  if (provider === "github") return true;
  return provider === "google" && (/@(gmail|googlemail)\.com$/i.test(profile.email) || typeof profile.hd === "string");
}
