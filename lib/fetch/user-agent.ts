/** The product token that robots.txt files name us by. */
export const BOT_NAME = "PricingIntelligenceBot";

/** Who reads, with the page that says how to opt out. */
export function botUserAgent(siteUrl: string): string {
  return `${BOT_NAME}/1.0 (+${siteUrl}/bot)`;
}
