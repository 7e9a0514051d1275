import type { ListItem } from "./markdown-list";

/** Names that mean nothing without their suite. */
export const SUITES: Record<string, { vendor: string; prefix: string }> = {
  "Google Cloud Platform": { vendor: "Google", prefix: "" },
  "Microsoft Azure": { vendor: "Microsoft", prefix: "Azure" },
  Cloudflare: { vendor: "Cloudflare", prefix: "Cloudflare" },
  Zoho: { vendor: "Zoho", prefix: "Zoho" },
};

const AWS_NAMES: Record<string, string> = {
  CloudFront: "Amazon CloudFront",
  CloudWatch: "Amazon CloudWatch",
  CodeBuild: "AWS CodeBuild",
  CodeCommit: "AWS CodeCommit",
  CodePipeline: "AWS CodePipeline",
  DynamoDB: "Amazon DynamoDB",
  Lambda: "AWS Lambda",
  SNS: "Amazon SNS",
  SES: "Amazon SES",
  SQS: "Amazon SQS",
};

export function nameInSuite(item: Pick<ListItem, "name" | "parent">): { name: string; vendor?: string } {
  if (item.parent === "Amazon Web Services")
    return { name: AWS_NAMES[item.name] ?? item.name, vendor: "Amazon Web Services" };
  const suite = item.parent ? SUITES[item.parent] : undefined;
  if (!suite) return { name: item.name };
  const known = !suite.prefix || item.name.includes(suite.prefix) || /Microsoft/.test(item.name);
  return { name: known ? item.name : `${suite.prefix} ${item.name}`, vendor: suite.vendor };
}

const SUITE_SITES: readonly [RegExp, string][] = [
  [/^azure\.microsoft\.com$/, "Microsoft Azure"],
  [/^aws\.amazon\.com$/, "Amazon Web Services"],
  [/(?:^|\.)cloudflare\.com$/, "Cloudflare"],
  [/(?:^|\.)zoho\.com$/, "Zoho"],
];

/** Names a product by its suite in lists without a parent: the site identifies the suite. */
export function nameOnSite(name: string, domain: string | undefined): { name: string; vendor?: string } {
  const parent = SUITE_SITES.find(([site]) => domain && site.test(domain))?.[1];
  if (!parent || parent === name || /^(?:AWS|Amazon|Azure)$/.test(name)) return { name };
  return nameInSuite({ name, parent });
}
