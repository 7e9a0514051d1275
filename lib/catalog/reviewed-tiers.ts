import type { Audience, Day } from "@/lib/schemas/primitives";

interface ReviewedTier {
  audience?: Audience;
  /** The last day of the month if the vendor names only the month. */
  retiredOn?: Day;
  /** The vendor's page about the tier. */
  url: string;
}

const INDIVIDUAL = (url: string): ReviewedTier => ({ audience: "individual", url });

const DOCKER = INDIVIDUAL("https://www.docker.com/pricing/");
const COPILOT = INDIVIDUAL("https://docs.github.com/en/copilot/get-started/plans");
const CHATGPT = INDIVIDUAL("https://openai.com/chatgpt/pricing/");
const CLAUDE = INDIVIDUAL("https://claude.com/pricing");
const DISCORD = INDIVIDUAL("https://discord.com/nitro");
const PERPLEXITY = INDIVIDUAL("https://www.perplexity.ai/pro");
const WINDSURF = INDIVIDUAL("https://windsurf.com/pricing");
const DROPBOX = INDIVIDUAL("https://www.dropbox.com/plans");
const LASTPASS = INDIVIDUAL("https://www.lastpass.com/pricing");
const BITWARDEN = INDIVIDUAL("https://bitwarden.com/pricing/");
const CURSOR = INDIVIDUAL("https://cursor.com/pricing");

/**
 * Tiers that vendors sell to one person, or no longer sell, although their names do not say so. Product, then tier
 * ID.
 */
export const REVIEWED_TIERS: Readonly<Record<string, Readonly<Record<string, ReviewedTier>>>> = {
  bitwarden: { premium: BITWARDEN, families: BITWARDEN },
  canva: { pro: INDIVIDUAL("https://www.canva.com/pricing/") },
  chatgpt: { go: CHATGPT, plus: CHATGPT, pro: CHATGPT },
  claude: { pro: CLAUDE, max: CLAUDE, "max-5x": CLAUDE, "max-20x": CLAUDE },
  cursor: { pro: CURSOR, "pro-plus": CURSOR, ultra: CURSOR },
  discord: { "nitro-basic": DISCORD, nitro: DISCORD },
  docker: { personal: DOCKER, pro: DOCKER },
  dropbox: { plus: DROPBOX, essentials: DROPBOX },
  "github-copilot": { pro: COPILOT, "pro-plus": COPILOT, max: COPILOT },
  lastpass: { premium: LASTPASS, families: LASTPASS },
  "mongodb-atlas": {
    "m2-shared-cluster": { retiredOn: "2025-01-31", url: "https://www.mongodb.com/docs/atlas/flex-migration/" },
  },
  perplexity: { pro: PERPLEXITY, max: PERPLEXITY },
  windsurf: { pro: WINDSURF, max: WINDSURF },
};
