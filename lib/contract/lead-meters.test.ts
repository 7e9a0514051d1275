import { expect, test } from "vitest";
import { LEADS } from "@/lib/catalog/lead-meters";
import { catalogDay } from "@/lib/catalog/report";
import { startingPrice } from "@/lib/catalog/starting-price";
import { usageText } from "@/lib/mcp/text/usage";
import type { UsageReply } from "@/lib/schemas/usage";
import { headlineRates } from "@/lib/usage/headline-rates";
import { shipped, shippedRecords } from "./catalogue";

const day = catalogDay(shipped().files.sources).slice(0, 10);
const record = (slug: string) => {
  const found = shippedRecords(day).find((one) => one.slug === slug);
  if (!found) throw new Error(`no ${slug}`);
  return found;
};

test("every entry of the lead meter table is in the catalogue and heads its record", () => {
  const wrong = Object.entries(LEADS).flatMap(([slug, { rates = [], tier }]) => {
    const { usage, tiers = [], priceRange } = record(slug);
    const headline = usage ? headlineRates(usage).map(({ model, meter }) => `${model} ${meter}`) : [];
    const asked = rates.flatMap(([model, ...meters]) => meters.map((meter) => `${model} ${meter}`));
    const led = tiers.find(({ lead }) => lead);
    return [
      ...(tier !== undefined || headline.join() === asked.join() ? [] : [`${slug}: ${headline.join(", ")}`]),
      ...(tier === undefined || (led?.id === tier && priceRange.unit === led.priceUnit) ? [] : [`${slug}: ${tier}`]),
      ...((tier === undefined) === rates.length > 0 ? [] : [`${slug}: needs rates or a tier`]),
    ];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["datadog", "Datadog costs from $15 per host per month"],
  ["amazon-s3", "Amazon S3 is priced by usage: standard $0.023 per GB-month in us-east-1"],
  ["google-cloud-storage", "Google Cloud Storage is priced by usage: Standard storage $0.02 per GB-month"],
  ["snowflake", "Snowflake costs from $2 per credit"],
  ["sendgrid", "Twilio SendGrid costs from $19.95 per account per month"],
  ["twilio-sms", "Twilio SMS costs from $0.0083 per message"],
  ["mongodb-atlas", "MongoDB Atlas costs from $0.011 per hour"],
  ["aws-lambda", "AWS Lambda is priced by usage: x86 $0.0000166667 per GB-second, $0.20 per million requests"],
  ["aws-fargate", "AWS Fargate is priced by usage: linux-x86 $0.04048 per vCPU-hour, $0.004445 per GB-hour"],
  [
    "google-cloud-bigquery",
    "BigQuery is priced by usage: Queries (on-demand) $6.25 per TB in us-central1; Active storage",
  ],
])("the answer of %s leads with what people buy", (slug, said) => {
  expect(record(slug).answer).toContain(said);
});

test("a tier in another unit than the leading one is no starting price", () => {
  expect(startingPrice(record("datadog"))).toMatchObject({ startingPrice: 15, priceUnit: "host/month" });
  expect(startingPrice(record("snowflake"))).toMatchObject({ startingPrice: null, priceStatus: "not_applicable" });
});

test("rows of a card that is not of language models are rates", () => {
  const { usage, slug, name, verification, links, evidence } = record("amazon-s3");
  const body = {
    ...usage,
    slug,
    name,
    verification,
    links,
    evidence,
    total: 23,
    modelCount: 23,
  } as unknown as UsageReply;
  expect(usageText(body)).toContain("rate card of 23 rates in USD");
});
