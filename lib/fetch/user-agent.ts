/** The product token that robots.txt files name us by. */
export const BOT_NAME = "PricingIntelligenceBot";

/** Returns the name of our crawler with the URL of the page that explains how to opt out. */
export function botUserAgent(siteUrl: string): string {
  return `${BOT_NAME}/1.0 (+${siteUrl}/bot)`;
}
