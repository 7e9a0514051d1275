import { describe, expect, test } from "vitest";
import { conditionsIn, isForFirstTimeOnly, isForSomeOnly } from "./conditions";

describe("conditionsIn", () => {
  test.each([
    ["2 environments. Personal/non-commercial use", "For personal or non-commercial use."],
    ["Model registry included. Non-commercial use only", "For non-commercial use."],
    ["Free: 1 codebase, 1 user, non-commercial only.", "Non-commercial only."],
    ["- Noncommercial free server monitoring service.", "Non-commercial only."],
    ["1 admin — intended for personal/hobbyist use, not commercial.", "For personal use."],
    ["Free tier for personal projects only, with 100 GB of storage included.", "For personal projects."],
    ["Free for public GitHub repositories", "For public repositories."],
    [
      "Free for public repos, OSS, and nonprofit organizations",
      "For public repositories, open source and non-profit organisations.",
    ],
    [
      "50 req/sec rate limit. Attribution required. Credit card required, overages billed",
      "With attribution. A credit card is required.",
    ],
    ["100% free during public preview", "Free during the preview."],
    ["Offers a free tier and all plans are completely free while in beta", "All plans are free during the beta."],
    ["Up to 50 API Tokens per month. (Possibly taken down, 2025-06-25)", "The list marks it as possibly taken down."],
    ["5 GB regional storage (US regions), 5K Class A ops/month", "Storage in US regions."],
  ])("of %j is %j", (text, expected) => {
    expect(conditionsIn(text)).toBe(expected);
  });

  test.each([
    "IP Geolocation API for commercial and non-commercial users",
    "Try it for free in the cloud, or self-hosted for personal use only.",
    "Photos for free. For commercial and personal use.",
    "1M pageviews per month without credit card required. No credit card required.",
    "Make: Free for public GitHub repositories, and free tier with 1000 Operations",
    "Unlimited public repositories. Free social cover images, no watermark",
    "Free inference for open-source models with 100 requests/day limit",
  ])("of %j is none", (text) => {
    expect(conditionsIn(text)).toBeUndefined();
  });
});

test("what is free for some only, and what for the first months only", () => {
  expect(isForSomeOnly("Free, unlimited SCA scans for open-source projects.")).toBe(true);
  expect(isForSomeOnly("Free Small Business subscription for open-source projects.")).toBe(true);
  expect(isForSomeOnly("Free plan for 3 users. Also free for open-source projects.")).toBe(false);
  expect(isForSomeOnly("Free inference for open-source models")).toBe(false);
  expect(isForFirstTimeOnly("3.000 messages/month (6mo)")).toBe(true);
  expect(isForFirstTimeOnly("30k emails free for the first month, then the first 100 emails/day are free.")).toBe(
    false,
  );
});
