import { Decimal } from "decimal.js";

/** Day on which the raw folders were collected: the reading day of a page without a date. */
export const READ_ON = "2026-11-21";

const SIGNS: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP" };

export type PriceText = {
  /**
   * `amount`: one number. `least`: only a lower bound. `sales`: no number, ask the vendor. `unreadable`: a range,
   * several prices, or words.
   */
  kind: "amount" | "least" | "sales" | "unreadable";
  amount: number | null;
  currency: string | null;
  /** The amount's unit, for example user/month. Null if the text names no unit. */
  unit: string | null;
};

/** Reads a handwritten price: "$10 per u/m", "4.99€ / device", "Call Us! ($79.90/month+)". Never guesses a 0. */
export function parsePriceText(raw: string): PriceText {
  const text = raw
    .replace(/\[\^[^\]]*\]/g, "")
    .replace(/\*+\s*$/, "")
    .trim();
  if (/^free$/i.test(text)) return { kind: "amount", amount: 0, currency: null, unit: null };
  const found = /([$€£])\s?(\d[\d.,]*)|(\d[\d.,]*)\s?([€£])/.exec(text);
  if (/\b(?:call|contact)\b/i.test(text)) {
    if (!found) return { kind: "sales", amount: null, currency: null, unit: null };
    return { ...priceAt(text, found), kind: "least" };
  }
  if (
    !found ||
    found.index > 0 ||
    /^\s*for\s+[A-Za-z]/.test(text.slice(found[0].length)) ||
    /\d\s*[-–]\s*[$€£]?\s?\d|\bor\s+[$€£]/.test(text)
  ) {
    return { kind: "unreadable", amount: null, currency: null, unit: null };
  }
  const price = priceAt(text, found);
  return { ...price, kind: /^\+/.test(text.slice(found[0].length)) ? "least" : "amount" };
}

function priceAt(text: string, found: RegExpExecArray): Omit<PriceText, "kind"> {
  const digits = (found[2] ?? found[3] ?? "").replace(/[.,]$/, "");
  const plain = /,\d{2}$/.test(digits) ? digits.replace(/\./g, "").replace(",", ".") : digits.replace(/,/g, "");
  return {
    amount: new Decimal(plain).toNumber(),
    currency: SIGNS[found[1] ?? found[4] ?? ""] ?? null,
    unit: unitText(text.slice(found.index + found[0].length)),
  };
}

const NOUNS: Record<string, string> = { u: "user", d: "domain" };

function unitText(raw: string): string | null {
  if (/lifetime/i.test(raw)) return "once";
  if (/annual commitment/i.test(raw)) return "year";
  const rest = raw
    .replace(/^\+/, "")
    .replace(/\([^)]*\)/g, "")
    .replace(/,.*$/, "")
    .replace(/[+)\]]+/g, "")
    .trim();
  if (/^pcm\b/i.test(rest)) return "month";
  const timed = /^(?:per\s+|p\s+|\/\s*)?(?:(.+?)(?:\s*\/\s*|\s+per\s+|-))?(m+onth|moth|mo|m|year|yr|y)\b/i.exec(rest);
  if (timed) {
    const period = /^y/i.test(timed[2] ?? "") ? "year" : "month";
    const noun = timed[1]?.replace(/^per\s+/i, "").toLowerCase();
    return noun ? `${NOUNS[noun] ?? (noun === "gb" ? "GB" : noun)}/${period}` : period;
  }
  const counted = /^(?:per\s+|\/\s*)(.+)$/i.exec(rest) ?? /^for\s+(\d.*)$/i.exec(rest);
  return counted?.[1]?.trim() || null;
}

/** Reads "17%", "162.5%" as a number. Null for "???", "100%+" and anything that is only a bound. */
export function parsePercent(raw: string | null | undefined): number | null {
  const found = /^(\d+(?:\.\d+)?)%$/.exec(raw?.trim() ?? "");
  return found ? Number(found[1]) : null;
}

/** Returns a full calendar date, with single digits padded. Null for a partial or impossible date. */
export function fullDay(raw: string | null | undefined): string | null {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(raw?.trim() ?? "");
  if (!found) return null;
  const day = `${found[1]}-${found[2]?.padStart(2, "0")}-${found[3]?.padStart(2, "0")}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** Returns the same day of an earlier year. */
export function yearsBefore(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Returns a host without www or about. Undefined if the text is not a URL. */
export function hostOf(address: string | null | undefined): string | undefined {
  if (!address || !/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^(?:www|about)\./, "") || undefined;
}

export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replace(/^-+|-+$/g, "");
}

const FIXED = new Map(
  "AI API APIs SSO SAML SCIM SLA SLAs CPQ CMS CRM ERP POS SMS IP IPs HIPAA GDPR SOC UI URL URLs PDF CSV JSON SQL SDK HTML CSS SEO SSL TLS VPN LDAP MFA 2FA EU VM VMs OKR OKRs WIP SIP HR EULA LaTeX FedRAMP Loom GB MB TB FAQ B2B MDM DLP EKM RBAC CI IDE iOS iPhone iPad macOS Android Windows Linux OAuth GitHub GitLab Slack Jira Google Microsoft Salesforce Shopify Zapier Copilot Azure AWS Okta Zoom Outlook Gmail Teams Excel Word PowerPoint Instagram Facebook Twitter TikTok YouTube LinkedIn Pinterest WhatsApp HubSpot Mailchimp Tableau Einstein Atlassian Confluence ClickUp Figma FigJam Notion WordPress PayPal Stripe Dropbox Evernote"
    .split(" ")
    .map((word): [string, string] => [word.toLowerCase(), word]),
);
FIXED.delete("teams");
FIXED.delete("word");
FIXED.delete("windows");

const SPLIT_NAMES: readonly [RegExp, string][] = [
  [/\bo auth\b/gi, "OAuth"],
  [/\bgit hub\b/gi, "GitHub"],
  [/\bgit lab\b/gi, "GitLab"],
  [/\bclick up\b/gi, "ClickUp"],
  [/\blinked in\b/gi, "LinkedIn"],
  [/\byou tube\b/gi, "YouTube"],
  [/\btik tok\b/gi, "TikTok"],
  [/\bhub spot\b/gi, "HubSpot"],
  [/\bwhats app\b/gi, "WhatsApp"],
  [/\bword press\b/gi, "WordPress"],
  [/\bpay pal\b/gi, "PayPal"],
  [/\bmac os\b/gi, "macOS"],
  [/\bi os\b/gi, "iOS"],
  [/\bsales force\b/gi, "Salesforce"],
  [/\bhr driven it\b/gi, "HR-driven IT"],
  [/\bcritical path and slack\b/gi, "critical path and slack"],
  [/\badvanced lyfe\b/gi, "advanced life"],
  [/\baditional\b/gi, "additional"],
  [/\bbandwith\b/gi, "bandwidth"],
  [/\bsingle sign on\b/gi, "single sign-on"],
  [/\badd on\b/gi, "add-on"],
  [/\bmulti factor\b/gi, "multi-factor"],
  [/\btwo factor\b/gi, "two-factor"],
];

/** Returns an identifier as words: "secureStorage" gives "Secure storage", "BOX_SHIELD" gives "Box shield". */
export function humanise(identifier: string): string {
  const shouted = !/[a-z]/.test(identifier);
  const words = identifier
    .replace(/[_-]+/g, " ")
    .replace(/([a-z0-9])([A-Z])/g, (pair, left: string, right: string) => (/\d/.test(left) ? pair : `${left} ${right}`))
    .replace(/([A-Z]+)([A-Z][a-z]{2,})/g, "$1 $2")
    .replace(/([a-z])(\d)/g, "$1 $2")
    .replace(/(\d)([A-Z][a-z])/g, "$1 $2")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const fixed = FIXED.get(word.toLowerCase());
      if (fixed) return fixed;
      return !shouted && /^[A-Z0-9]{2,}s?$/.test(word) ? word : word.toLowerCase();
    });
  let text = words.join(" ");
  for (const [pattern, name] of SPLIT_NAMES) text = text.replace(pattern, name);
  return /^(?:iOS|iPad|iPhone|macOS)\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the notes that apply. Undefined if no note applies. */
export function notes(...parts: readonly (string | null | undefined | false)[]): string | undefined {
  return parts.filter(Boolean).join(" ") || undefined;
}
