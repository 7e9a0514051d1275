export type SiteLink = { href: string; name: string; short?: string };

export const MAIN_LINKS: readonly SiteLink[] = [
  { href: "/categories", name: "Categories" },
  { href: "/compare", name: "Compare" },
  { href: "/calculators/tco", name: "Cost calculator", short: "TCO" },
  { href: "/calculators/llm", name: "LLM cost calculator", short: "LLM cost" },
  { href: "/changes", name: "Changes" },
  { href: "/docs", name: "API" },
];

export const ACCOUNT_LINK: SiteLink = { href: "/account", name: "Account" };

export const FOOTER_LINKS: readonly { heading: string; links: readonly SiteLink[] }[] = [
  {
    heading: "Prices",
    links: [
      { href: "/categories", name: "Categories" },
      { href: "/categories/a-z", name: "A–Z" },
      { href: "/compare", name: "Compare" },
      { href: "/calculators/tco", name: "Cost calculator" },
      { href: "/calculators/llm", name: "LLM cost calculator" },
      { href: "/changes", name: "Price changes" },
    ],
  },
  {
    heading: "Data",
    links: [
      { href: "/coverage", name: "Coverage" },
      { href: "/methodology", name: "Methodology" },
      { href: "/license", name: "Data licence" },
      { href: "/changes.atom", name: "Price changes feed" },
    ],
  },
  {
    heading: "Developers",
    links: [
      { href: "/docs", name: "API reference" },
      { href: "/agents", name: "AI agents" },
      { href: "/badges", name: "Badges and cards" },
      { href: "/pricing", name: "Bulk data pricing" },
    ],
  },
  {
    heading: "About",
    links: [
      { href: "/about", name: "About and contact" },
      { href: "/about#operator", name: "Imprint" },
      { href: "/bot", name: "Our bot" },
      { href: "/account", name: "Account" },
      { href: "/terms", name: "Terms" },
      { href: "/privacy", name: "Privacy" },
    ],
  },
];
