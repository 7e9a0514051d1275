import { describe, expect, test } from "vitest";
import { quotasIn, trialDaysIn } from "./quota";

const short = (text: string, freePlan?: string): string[] =>
  quotasIn(text, { freePlan }).map(
    ({ name, value, unit }) => `${name}=${value ?? "unlimited"}${unit ? ` ${unit}` : ""}`,
  );

describe("quotasIn", () => {
  test.each<[string, string[]]>([
    [
      "Free plan has 5 GB storage, 10,000 emails/month and up to 3 users.",
      ["storage=5 GB", "emails=10000 per month", "users=3"],
    ],
    ["Edge SQLite — 100 databases, 500M rows read/month free", ["databases=100", "row reads=500000000 per month"]],
    ["Free tier with 50 GB logs, 14-day retention", ["retention=14 days", "logs=50 GB"]],
    ["10,500 MAU, unlimited organizations", ["monthly active users=10500", "organizations=unlimited"]],
    ["60 uptime monitors, 5-minute interval. Email, Slack alerts.", ["check interval=5 minutes", "uptime monitors=60"]],
    ["Free for five users and three projects", ["users=5", "projects=3"]],
    ["3.000 messages/month free", ["messages=3000 per month"]],
    [
      "KV: 1 GB storage, 100K reads/day. D1: 5 GB storage",
      ["KV storage=1 GB", "KV reads=100000 per day", "D1 storage=5 GB"],
    ],
    ["Up to 10 boards per workspace", ["boards per workspace=10"]],
    ["Gemini Flash (10 RPM)", ["requests=10 per minute"]],
    ["Free for 1 million requests per domain per month", ["requests per domain=1000000 per month"]],
    ["We provide 10 job executions free per month", ["job executions=10 per month"]],
    [
      "400 PDFs and screenshots per month, 500 invocations hourly",
      ["PDFs and screenshots=400 per month", "invocations=500 per hour"],
    ],
    ["Free headless CMS plan: 1 space, 1 user seat", ["spaces=1", "user seats=1"]],
    [
      "Functions (1M req/mo), App Service (10 apps), DevOps (5 users)",
      ["Functions requests=1000000 per month", "App Service apps=10", "DevOps users=5"],
    ],
    [
      "25 credits/month (1 credit = 1 GB storage OR 1K transformations), up to 3 users",
      ["credits=25 per month", "users=3"],
    ],
    ["500 API credits per month (e.g., 500 DNS lookups or 100 screenshots)", ["API credits=500 per month"]],
    ["Free for one private project, unlimited projects for open source.", ["private projects=1"]],
    ["Free up to 3 users, always free for Open Source", ["users=3"]],
    ["Unlimited projects, unlimited strings, and collaborators for Open Source", []],
    ["30 parallel jobs, and up to 80,000 free build minutes for Open Source projects", ["parallel jobs=30"]],
    ["Free for all OSS repos. Private repos: 1,000 scans/month", ["Private repos scans=1000 per month"]],
    [
      "Unlimited team members. Tracking (200K events, 12-week history) begins at Starter $9/month.",
      ["team members=unlimited"],
    ],
    [
      "10K operations/day free. The 1M operations/month allowance applies to the Paid plan",
      ["operations=10000 per day"],
    ],
    ["10 GB storage, 1M writes, 10M reads/month free", ["storage=10 GB", "reads=10000000 per month"]],
    ["0.5 GB storage and 1 GB RAM per app", ["RAM per app=1 GB"]],
    ["Only 10 questions and 100 responses per survey", ["responses per survey=100"]],
    ["Free 1,000 user activity logs per month", ["user activity logs=1000 per month"]],
    ["Headless commerce — free: 100 catalog items, 25 orders per month", ["catalog items=100", "orders=25 per month"]],
    [
      "Web scraping and automation — $5 platform credits/month (renews), 25 concurrent Actor runs, 7-day data retention",
      ["data retention=7 days", "platform credits=5 USD per month", "concurrent Actor runs=25"],
    ],
    [
      "Free plan: $5 of included monthly credits, 7 messages/day limit.",
      ["credits=5 USD per month", "messages=7 per day"],
    ],
    ["Free up to $10k in monthly tracked revenue.", ["tracked revenue=10000 USD per month"]],
    ["Free up to $2.5k/mo in tracked revenue.", ["tracked revenue=2500 USD per month"]],
    ["Forward an unlimited amount of email addresses with your domain name", ["email addresses=unlimited"]],
    ["Free tier includes: 100 SMS and calls, 3000 Emails, Push, Slack", ["SMS and calls=100", "emails=3000"]],
    [
      "The free tier includes one user, one project, five prototypes, 100MB of online storage, and a preview of the app.",
      ["users=1", "projects=1", "prototypes=5", "online storage=100 MB"],
    ],
    ["Free tier includes 10 deliveries every 24 hours with API", ["deliveries=10 per day"]],
    ["The free plan comes with 100 PDFs/month and three templates.", ["PDFs=100 per month", "templates=3"]],
    ["Two thousand five hundred free queries/day.", ["queries=2500 per day"]],
    ["Five hundred monthly builds, 100 custom domains", ["builds=500 per month", "custom domains=100"]],
    [
      "Free plan with unlimited projects, users, and file storage.",
      ["projects=unlimited", "users=unlimited", "file storage=unlimited"],
    ],
    ["Unlimited public and private repositories.", ["repositories=unlimited"]],
    ["The free plan includes 10,000 messages of search history", ["messages of search history=10000"]],
    ["30k emails free for the first month, then the first 100 emails/day are free.", ["emails=100 per day"]],
    [
      "Free light tier with 1 Data Source, up to 100 tables, and up to 10 users.",
      ["data sources=1", "tables=100", "users=10"],
    ],
    [
      "Free plan includes 5 deployed workflows and 500 minutes of serverless compute credits per month.",
      ["deployed workflows=5", "minutes of serverless compute credits=500 per month"],
    ],
    ["The free tier includes 50,000 yeps (seconds of execution) per month", ["yeps=50000 per month"]],
    ["The free plan includes 2 APIs and 2,500 API calls per month.", ["APIs=2", "API calls=2500 per month"]],
    ["Developer plan (free): 5,000 errors/month, 1 user", ["errors=5000 per month", "users=1"]],
    ["1 GB storage and 1 GB network/month limit", ["storage=1 GB", "network=1 GB per month"]],
    ["Free plan includes two users, scanning of 10 repos, 1 cloud", ["users=2", "repositories=10", "clouds=1"]],
    [
      "Always-free tier includes Lambda (1M invocations/mo), DynamoDB (25 GB), CloudWatch.",
      ["Lambda invocations=1000000 per month"],
    ],
    [
      "Full BaaS — Auth (50K MAU), Firestore (1 GiB storage, 50K reads/day), Cloud Functions (2M invocations/month), Hosting",
      [
        "Auth monthly active users=50000",
        "Firestore storage=1 GiB",
        "Firestore reads=50000 per day",
        "Cloud Functions invocations=2000000 per month",
      ],
    ],
    ["10 uptime monitors, 3 GB logs (3-day retention)", ["log retention=3 days", "uptime monitors=10", "logs=3 GB"]],
    ["Free plan: 1K client MAU, 1 project", ["client monthly active users=1000", "projects=1"]],
    [
      "Maker Account (free): 2,000 MAU chat, 125K API calls/month feeds",
      ["chat monthly active users=2000", "feeds API calls=125000 per month"],
    ],
    ["Cloud IDE — 5 members, 40 hrs/month VM credits (up to 4 vCPU)", ["members=5", "VM credits hours=40 per month"]],
    ["Free plan: 5 hr/month runtime", ["runtime hours=5 per month"]],
    [
      "30 builds/month (up to 15 iOS), 1,000 MAU for EAS Update",
      ["builds=30 per month", "monthly active users for EAS Update=1000"],
    ],
    [
      "Free tiers across products: 10K records/month for data integration, 1 GB backup storage, 5 queries/day for Query product.",
      ["records for data integration=10000 per month", "backup storage=1 GB", "queries for Query product=5 per day"],
    ],
    ["Email API, 500 emails/month free for transactional emails", ["transactional emails=500 per month"]],
    [
      "Unlimited admin users, two datasets, 10GB bandwidth, and 5GB assets included for free per project.",
      [
        "admin users per project=unlimited",
        "datasets per project=2",
        "bandwidth per project=10 GB",
        "assets per project=5 GB",
      ],
    ],
    ["- Per site: 1,000 pages views/day, three heatmaps", ["page views per site=1000 per day", "heatmaps per site=3"]],
    [
      "Free tier offers 50 million RUs and 10 GiB of storage (same as 15$ worth) free per month.",
      ["storage=10 GiB per month"],
    ],
    ["25GB storage and 1000 RUs of provisioned throughput", ["storage=25 GB", "RUs of provisioned throughput=1000"]],
    [
      "The free tier includes 100 tools calls per day to the server and 25 free automated pull request reviews per day",
      ["tools calls=100 per day", "automated pull request reviews=25 per day"],
    ],
    ["10 GB storage, 10 QPS max", ["storage=10 GB", "queries=10 per second"]],
    ["Free: 1 browser hour/mo, 120 core hours/month", ["browser hours=1 per month", "core hours=120 per month"]],
    [
      "Free for up to $5,000 spent on Google Cloud Platform every month.",
      ["spend on Google Cloud Platform=5000 USD per month"],
    ],
    [
      "Unlimited Basic machines (5 GB RAM, 2 vCPU), 3 static sites (512 MB RAM, unlimited bandwidth)",
      ["Basic machines=unlimited", "static sites=3"],
    ],
    [
      "10 requests/hour without an API key, 50,000 requests per month when you register for free.",
      ["requests=50000 per month"],
    ],
    [
      "Unlimited skips on desktop. Unlimited websites on their domain. Five websites with custom domains.",
      ["skips on desktop=unlimited", "websites on their domain=unlimited", "websites with custom domains=5"],
    ],
  ])("reads the allowances of %j", (text, expected) => {
    expect(short(text)).toEqual(expected);
  });

  test.each([
    "Trusted by 3 million users. 400+ integrations.",
    "Over 25,000 teams rely on it.",
    "Works with 50+ languages and 15+ databases.",
    "Pro plan: 100 GB storage for 10 users at $20/mo.",
    "Free 14-day trial with 10 users.",
    "750 hours and 15 GB data (12mo)",
    "Self-hosted: unlimited users",
    "One place for all your projects",
    "Reduced from 3,000 emails/month",
    "No credit card storage or unlimited aliases on free.",
    "Limited skips, no unlimited replays",
    "No unlimited storage since June 2021",
    "1 page speed monitor, 1 connected email account",
    "Group chats up to 1,000 members",
    "Works across all 9 endpoints, in 1 file, with Gemma 4 models",
    "200 pulls per 6-hour window, 4,000 emails per 30 days, five zaps every 15 minutes",
    "20 million tokens welcome package",
    "1 project/domain, unlimited projects you can join",
    "10 free parallel jobs with unlimited minutes for open source",
    "Free, limited to 2-step only (one trigger + one action)",
    "Free plan: basic forms, 1 notion.site, works with 40 languages and 12 other tools",
    "Bug reports in one click, in one place, with the free plan",
    "The free plan has 100 starting credits, one restore drill on your first backup",
    "New accounts get $100 credit at sign-up. Free tier: $1 free credits on signup.",
    "Free: unlimited networks of 25 clients",
    "Suite of 15 REST APIs. An IDE with 58 templates available",
    "Hobby plan: $5/month with $5 resource credit included, 48 vCPU",
    "Free plan scans with 1 TPU v3-8 and 92 automated checks",
    "Free plan includes all platform features and 1 workflow DSPy optimizers.",
    "100 devices free for Nordic, NXP, and Laird devices.",
    "You can run unlimited tests on your own computer for free.",
    "Free tier: first 1,000 annotation units and 10,000 images uploaded free.",
    "3-month retention for sessions/errors, 30-day for logs/traces",
    "Unlimited public and private Git repos for free and open-source projects",
    "100 MB max file size via web (larger via desktop app)",
    "Free tier: weather maps (15 layers)",
    "Create product mockups, 200 free mockups.",
  ])("takes no allowance from %j", (text) => {
    expect(short(text)).toEqual([]);
  });

  test("stops at paid plans and goes on where the text is free again", () => {
    expect(short("5 projects. Pro $20/mo: 100 seats. 50 GB storage. Free plan also has 2 users.")).toEqual([
      "projects=5",
      "users=2",
    ]);
  });

  test("a plan that the record itself calls free is no paid plan", () => {
    expect(short("Starter plan: 15 monitors", "Starter")).toEqual(["monitors=15"]);
    expect(short("Starter plan: 15 monitors")).toEqual([]);
  });

  test("drops a limit for which a text gives two values", () => {
    expect(short("Free for 5 users and 1 project. Free teams get 10 users.")).toEqual(["projects=1"]);
  });
});

test("trial days are read when one length is named", () => {
  expect(trialDaysIn("14-day free trial of Pro")).toBe(14);
  expect(trialDaysIn("Only a 2 week trial")).toBe(14);
  expect(trialDaysIn("7-day trial, or 14-day trial on request")).toBeNull();
  expect(trialDaysIn("30-day retention")).toBeNull();
  expect(trialDaysIn("now 14-28 day trial only")).toBeNull();
});

test("a scope at the end of a list holds for all of it, so that no number of it is told as that of the account", () => {
  const limits = quotasIn("Unlimited projects. 1 Database, 3 Buckets, 5 Functions per project in free tier.");
  expect(limits.map(({ name }) => name)).not.toContain("databases");
});
