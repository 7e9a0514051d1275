import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { type Ladder, regionalMeter } from "../shared/cloud-rates";
import type { Meter } from "../shared/meters";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";
import { notes } from "../shared/text";
import { type RateSlug, rateProduct, rateSubject } from "../shared/usage-providers-more";

const SOURCE = "aws-price-watcher";
const FILE_URL =
  "https://github.com/QuinnyPig/aws-price-watcher/tree/a6645eb2e53e9399396a714cdc4f3c346c7f06c0/processed";
const NOTE = "Read from the public price list of June 2025, the last of this source.";
const FIRST_TIER =
  "The list gives other prices for the second and third tier of volume but not their bounds: the first tier's price is shown for these meters:";

const Rates = z.object({
  asOf: z.iso.date(),
  currency: z.string(),
  services: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.number()))),
});

const REGIONS: Record<string, string> = {
  "US East (N. Virginia)": "us-east-1",
  "US West (Oregon)": "us-west-2",
  "EU (Ireland)": "eu-west-1",
  "EU (Frankfurt)": "eu-central-1",
  "Asia Pacific (Tokyo)": "ap-northeast-1",
  "Asia Pacific (Sydney)": "ap-southeast-2",
  "Asia Pacific (Singapore)": "ap-southeast-1",
};

/**
 * Labels of one meter with the volume at which each begins. Contains only meters whose label and magnitude leave no
 * doubt about the unit.
 */
type MeterRow = {
  slug: RateSlug;
  /** Kind of service, if there are several. */
  variant?: string;
  name: string;
  unit: string;
  per: number;
  labels: readonly (readonly [label: string, from: number])[];
  /** Source of the bounds, if the labels only number the tiers. */
  bounds?: string;
};

/** Infracost's files of 2024-07-01 show the same three prices with "first 6B", "next 9B" and "over 15B" GB-seconds. */
const LAMBDA_BOUNDS =
  "The list numbers the tiers of duration; their bounds are those that Infracost's price files print for us-east-1 with the same prices.";
const BILLION = 1_000_000_000;
const LEAD = "us-east-1";
const MILLION = 1_000_000;
const one = (label: string) => [[label, 0]] as const;

export const METERS: Record<string, readonly MeterRow[]> = {
  lambda: [
    {
      slug: "aws-lambda",
      variant: "x86",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Lambda Requests"),
    },
    {
      slug: "aws-lambda",
      variant: "x86",
      name: "computeGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: [
        ["Lambda Duration", 0],
        ["Lambda Duration Tier2", 6 * BILLION],
        ["Lambda Duration Tier3", 15 * BILLION],
      ],
      bounds: LAMBDA_BOUNDS,
    },
    {
      slug: "aws-lambda",
      variant: "x86",
      name: "provisionedConcurrencyGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: one("Lambda Provisioned-Concurrency"),
    },
    {
      slug: "aws-lambda",
      variant: "x86",
      name: "provisionedComputeGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: one("Lambda Duration-Provisioned"),
    },
    {
      slug: "aws-lambda",
      variant: "arm",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Lambda Requests-ARM"),
    },
    {
      slug: "aws-lambda",
      variant: "arm",
      name: "computeGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: [
        ["Lambda Duration-ARM", 0],
        ["Lambda Duration-ARM Tier2", 7.5 * BILLION],
        ["Lambda Duration-ARM Tier3", 18.75 * BILLION],
      ],
      bounds: LAMBDA_BOUNDS,
    },
    {
      slug: "aws-lambda",
      variant: "arm",
      name: "provisionedConcurrencyGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: one("Lambda Provisioned-Concurrency-ARM"),
    },
    {
      slug: "aws-lambda",
      variant: "arm",
      name: "provisionedComputeGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: one("Lambda Duration-Provisioned-ARM"),
    },
    {
      slug: "aws-lambda",
      variant: "edge",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Lambda Edge-Requests"),
    },
    {
      slug: "aws-lambda",
      variant: "edge",
      name: "computeGbSeconds",
      unit: "GB-second",
      per: 1,
      labels: one("Lambda Edge-Duration"),
    },
  ],
  s3: [
    {
      slug: "amazon-s3",
      variant: "standard",
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      labels: [
        ["Standard Storage First 50 TB per GB Mo", 0],
        ["Standard Storage Next 450 TB per GB Mo", 51_200],
        ["Standard Storage Over 500 TB per GB Mo", 512_000],
      ],
    },
    {
      slug: "amazon-s3",
      variant: "standard",
      name: "writeRequests",
      unit: "request",
      per: 1000,
      labels: one("PUT COPY/POST or LIST requests per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "standard",
      name: "readRequests",
      unit: "request",
      per: 1000,
      labels: one("GET and all other requests per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "standard-infrequent-access",
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("Standard Infrequent Access Storage per GB-Mo"),
    },
    {
      slug: "amazon-s3",
      variant: "standard-infrequent-access",
      name: "writeRequests",
      unit: "request",
      per: 1000,
      labels: one("PUT COPY/POST or LIST requests to Standard Infrequent Access per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "standard-infrequent-access",
      name: "readRequests",
      unit: "request",
      per: 1000,
      labels: one("GET and all other requests to Standard Infrequent Access per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "standard-infrequent-access",
      name: "retrievalGb",
      unit: "GB",
      per: 1,
      labels: one("Object Retrieval in Standard Infrequent Access per GB"),
    },
    {
      slug: "amazon-s3",
      variant: "one-zone-infrequent-access",
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("One Zone Infrequent Access Storage Inf per GB-Mo"),
    },
    {
      slug: "amazon-s3",
      variant: "one-zone-infrequent-access",
      name: "writeRequests",
      unit: "request",
      per: 1000,
      labels: one("PUT COPY/POST or LIST requests to One Zone Infrequent Access per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "one-zone-infrequent-access",
      name: "readRequests",
      unit: "request",
      per: 1000,
      labels: one("GET and all other requests to One Zone Infrequent Access per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "one-zone-infrequent-access",
      name: "retrievalGb",
      unit: "GB",
      per: 1,
      labels: one("Object Retrieval in One Zone Infrequent Access per GB"),
    },
    {
      slug: "amazon-s3",
      variant: "glacier-instant-retrieval",
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("Glacier Instant Retrieval Storage"),
    },
    {
      slug: "amazon-s3",
      variant: "glacier-instant-retrieval",
      name: "writeRequests",
      unit: "request",
      per: 1000,
      labels: one("PUT COPY/POST or LIST requests to Glacier Instant Retrieval per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "glacier-instant-retrieval",
      name: "readRequests",
      unit: "request",
      per: 1000,
      labels: one("GET and all other requests to Glacier Instant Retrieval per Requests"),
    },
    {
      slug: "amazon-s3",
      variant: "glacier-instant-retrieval",
      name: "retrievalGb",
      unit: "GB",
      per: 1,
      labels: one("Object Retrieval in Glacier Instant Retrieval per GB"),
    },
    {
      slug: "amazon-s3",
      variant: "glacier-flexible-retrieval",
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("Glacier Storage per GB Mo"),
    },
  ],
  apigateway: [
    {
      slug: "amazon-api-gateway",
      variant: "rest",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: [
        ["API Calls Number of up to 333 million", 0],
        ["API Calls Number of Request Next 667 million", 333_000_000],
        ["API Calls Number of Request Next 19 billion", 1_000_000_000],
        ["API Calls Number of Request Over 20 billion", 20_000_000_000],
      ],
    },
    {
      slug: "amazon-api-gateway",
      variant: "http",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: [
        ["ApiGatewayHttpApi First 300 million", 0],
        ["ApiGatewayHttpApi more than 300 million", 300_000_000],
      ],
    },
    {
      slug: "amazon-api-gateway",
      variant: "websocket",
      name: "messages",
      unit: "message",
      per: MILLION,
      labels: [
        ["WebSocket Messages Messages first 1 billion", 0],
        ["WebSocket Messages Messages over 1 billion", 1_000_000_000],
      ],
    },
    {
      slug: "amazon-api-gateway",
      variant: "websocket",
      name: "connectionMinutes",
      unit: "minute",
      per: MILLION,
      labels: one("WebSocket Connection Minutes"),
    },
  ],
  dynamodb: [
    {
      slug: "amazon-dynamodb",
      variant: "on-demand",
      name: "readRequestUnits",
      unit: "request unit",
      per: MILLION,
      labels: one("PayPerRequest Read Request Units"),
    },
    {
      slug: "amazon-dynamodb",
      variant: "on-demand",
      name: "writeRequestUnits",
      unit: "request unit",
      per: MILLION,
      labels: one("PayPerRequest Write Request Units"),
    },
    {
      slug: "amazon-dynamodb",
      variant: "on-demand",
      name: "backupGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("On-Demand Backup Storage GB-Month"),
    },
    {
      slug: "amazon-dynamodb",
      variant: "on-demand",
      name: "streamReadRequests",
      unit: "request",
      per: MILLION,
      labels: one("Streams Read Requests"),
    },
    {
      slug: "amazon-dynamodb",
      variant: "provisioned",
      name: "readCapacityUnitHours",
      unit: "unit-hour",
      per: 1,
      labels: one("Provisioned Read Units"),
    },
    {
      slug: "amazon-dynamodb",
      variant: "provisioned",
      name: "writeCapacityUnitHours",
      unit: "unit-hour",
      per: 1,
      labels: one("Provisioned Write Units"),
    },
  ],
  ses: [
    {
      slug: "amazon-ses",
      name: "messages",
      unit: "message",
      per: 1000,
      labels: one("Email sent to an external recipient"),
    },
    {
      slug: "amazon-ses",
      name: "receivedMessages",
      unit: "message",
      per: 1000,
      labels: one("Received e mail communication"),
    },
    { slug: "amazon-ses", name: "attachmentGb", unit: "GB", per: 1, labels: one("Charged for attachments sent") },
    { slug: "amazon-ses", name: "dedicatedIpMonths", unit: "IP-month", per: 1, labels: one("Dedicated IPs") },
  ],
  sns: [
    {
      slug: "amazon-sns",
      variant: "standard",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Amazon SNS API Requests"),
    },
    {
      slug: "amazon-sns",
      variant: "standard",
      name: "mobilePushNotifications",
      unit: "notification",
      per: MILLION,
      labels: one("Apple Push Notification Service APNS iOS Notifications"),
    },
    {
      slug: "amazon-sns",
      variant: "fifo",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Amazon SNS FIFO API Requests per Requests"),
    },
    {
      slug: "amazon-sns",
      variant: "fifo",
      name: "payloadGb",
      unit: "GB",
      per: 1,
      labels: one("SNS FIFO Publish Payload per GB"),
    },
  ],
  queueservice: [
    {
      slug: "amazon-sqs",
      variant: "standard",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Standard per Requests"),
    },
    {
      slug: "amazon-sqs",
      variant: "fifo",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("FIFO first-in first-out per Requests"),
    },
  ],
  events: [
    {
      slug: "amazon-eventbridge",
      name: "customEvents",
      unit: "event",
      per: MILLION,
      labels: one("CloudWatch Events Custom Event"),
    },
    {
      slug: "amazon-eventbridge",
      name: "pipeRequests",
      unit: "64 KB chunk",
      per: MILLION,
      labels: one("Pipe Request per 64K-Chunks"),
    },
    {
      slug: "amazon-eventbridge",
      name: "apiDestinationInvocations",
      unit: "invocation",
      per: MILLION,
      labels: one("CloudWatch Events APIDestination"),
    },
  ],
  states: [
    {
      slug: "aws-step-functions",
      variant: "standard",
      name: "stateTransitions",
      unit: "transition",
      per: 1000,
      labels: one("AWS Step Functions"),
    },
    {
      slug: "aws-step-functions",
      variant: "express",
      name: "requests",
      unit: "request",
      per: MILLION,
      labels: one("Number of Workflow Requests"),
    },
  ],
  appsync: [
    {
      slug: "aws-appsync",
      name: "operations",
      unit: "operation",
      per: MILLION,
      labels: one("API Query and Data Modifications Operations"),
    },
    {
      slug: "aws-appsync",
      name: "realTimeUpdates",
      unit: "message",
      per: MILLION,
      labels: one("RealTime Updates per Messages"),
    },
    {
      slug: "aws-appsync",
      name: "connectionMinutes",
      unit: "minute",
      per: MILLION,
      labels: one("RealTime Connection per Minutes"),
    },
  ],
  cognito: [
    {
      slug: "amazon-cognito",
      name: "monthlyActiveUsers",
      unit: "user",
      per: 1,
      labels: [
        ["User Pool MAU 0 upto 50000 per Requests", 0],
        ["User Pool MAU 50000 upto 950000 per Requests", 50_000],
        ["User Pool MAU 950000 upto 9950000 per Requests", 950_000],
        ["User Pool MAU 9950000 upto Inf per Requests", 9_950_000],
      ],
    },
  ],
  kinesis: [
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "streamHours",
      unit: "hour",
      per: 1,
      labels: one("OnDemandStreamHr per StreamHr"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "ingestedGb",
      unit: "GB",
      per: 1,
      labels: one("OnDemandDataIngested per GB"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "retrievedGb",
      unit: "GB",
      per: 1,
      labels: one("OnDemandDataRetrieval per GB"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "enhancedFanOutGb",
      unit: "GB",
      per: 1,
      labels: one("OnDemandEFODataRetrieval per GB"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "extendedRetentionGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("OnDemandExtendedRetentionByteHrs per GB month"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "on-demand",
      name: "longTermRetentionGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("OnDemandLongTermRetentionByteHrs per GB month"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "shardHours",
      unit: "hour",
      per: 1,
      labels: one("Provisioned shard hour per ShardHour"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "payloadUnits",
      unit: "unit",
      per: MILLION,
      labels: one("Payload Units per PutRequest"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "enhancedFanOutGb",
      unit: "GB",
      per: 1,
      labels: one("Enhanced fan out GB of data retrieved per GB"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "consumerShardHours",
      unit: "consumer shard-hour",
      per: 1,
      labels: one("Enhanced fan out per ConsumerShardHour"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "longTermRetentionGbMonths",
      unit: "GB-month",
      per: 1,
      labels: one("Long term Data Retention GB-month per GB-month"),
    },
    {
      slug: "amazon-kinesis-data-streams",
      variant: "provisioned",
      name: "longTermRetrievalGb",
      unit: "GB",
      per: 1,
      labels: one("Long term Data Retrieval GB per GB"),
    },
  ],
  athena: [{ slug: "amazon-athena", name: "scannedTb", unit: "TB", per: 1, labels: one("Athena Queries") }],
  cloudwatch: [
    {
      slug: "amazon-cloudwatch",
      name: "ingestedLogGb",
      unit: "GB",
      per: 1,
      labels: one("Logs Collected Data Ingestion"),
    },
    { slug: "amazon-cloudwatch", name: "storedLogGbMonths", unit: "GB-month", per: 1, labels: one("Stored Data") },
    { slug: "amazon-cloudwatch", name: "queriedLogGb", unit: "GB", per: 1, labels: one("Queried Logs Insights") },
    { slug: "amazon-cloudwatch", name: "requests", unit: "request", per: 1000, labels: one("API Request") },
    { slug: "amazon-cloudwatch", name: "alarmMonths", unit: "alarm-month", per: 1, labels: one("Alarm Standard") },
    {
      slug: "amazon-cloudwatch",
      name: "metricMonths",
      unit: "metric-month",
      per: 1,
      labels: [
        ["Metric for the first 10000", 0],
        ["Metric for the next 240000", 10_000],
        ["Metric for the next 750000", 250_000],
        ["Metric for over 1000000", 1_000_000],
      ],
    },
  ],
  kms: [
    { slug: "aws-kms", name: "keyMonths", unit: "key-month", per: 1, labels: one("Encryption Key") },
    { slug: "aws-kms", name: "requests", unit: "request", per: 10_000, labels: one("API request - Non Free Tier") },
  ],
  secretsmanager: [
    { slug: "aws-secrets-manager", name: "secretMonths", unit: "secret-month", per: 1, labels: one("Secret") },
    { slug: "aws-secrets-manager", name: "requests", unit: "request", per: 10_000, labels: one("API Request") },
  ],
  ecs: [
    {
      slug: "aws-fargate",
      variant: "linux-x86",
      name: "vcpuHours",
      unit: "vCPU-hour",
      per: 1,
      labels: one("perCPU per hour"),
    },
    {
      slug: "aws-fargate",
      variant: "linux-x86",
      name: "memoryGbHours",
      unit: "GB-hour",
      per: 1,
      labels: one("perGB per hour"),
    },
    {
      slug: "aws-fargate",
      variant: "linux-x86",
      name: "storageGbHours",
      unit: "GB-hour",
      per: 1,
      labels: one("Storage per GB-Hours"),
    },
    {
      slug: "aws-fargate",
      variant: "linux-arm",
      name: "vcpuHours",
      unit: "vCPU-hour",
      per: 1,
      labels: one("ARM perCPU per hour"),
    },
    {
      slug: "aws-fargate",
      variant: "linux-arm",
      name: "memoryGbHours",
      unit: "GB-hour",
      per: 1,
      labels: one("ARM perGB per hour"),
    },
  ],
  ecr: [
    { slug: "amazon-ecr", name: "storageGbMonths", unit: "GB-month", per: 1, labels: one("EC2 Container Registry") },
  ],
  translate: [
    {
      slug: "amazon-translate",
      variant: "standard",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("Text Translation per Character"),
    },
    {
      slug: "amazon-translate",
      variant: "active-custom",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("ActiveCustomTranslationJob"),
    },
  ],
  polly: [
    {
      slug: "amazon-polly",
      variant: "standard",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("Standard per Characters"),
    },
    {
      slug: "amazon-polly",
      variant: "neural",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("Neural per Characters"),
    },
    {
      slug: "amazon-polly",
      variant: "generative",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("Generative per Characters"),
    },
    {
      slug: "amazon-polly",
      variant: "long-form",
      name: "characters",
      unit: "character",
      per: MILLION,
      labels: one("Long Form per Characters"),
    },
  ],
  textract: [
    {
      slug: "amazon-textract",
      variant: "text",
      name: "pages",
      unit: "page",
      per: 1000,
      labels: [
        ["DetectDocumentText API Text First 1M", 0],
        ["DetectDocumentText API Text Over 1M", MILLION],
      ],
    },
    {
      slug: "amazon-textract",
      variant: "tables",
      name: "pages",
      unit: "page",
      per: 1000,
      labels: [
        ["AnalyzeDocument API Tables First 1M", 0],
        ["AnalyzeDocument API Tables Over 1M", MILLION],
      ],
    },
    {
      slug: "amazon-textract",
      variant: "expense",
      name: "pages",
      unit: "page",
      per: 1000,
      labels: [
        ["AnalyzeExpense AnalyzeExpense API Expense First 1M", 0],
        ["AnalyzeExpense AnalyzeExpense API Expense Over 1M", MILLION],
      ],
    },
    {
      slug: "amazon-textract",
      variant: "forms",
      name: "pages",
      unit: "page",
      per: 1000,
      labels: [
        ["AnalyzeDocument API Forms First 1M", 0],
        ["AnalyzeDocument API Forms Over 1M", MILLION],
      ],
    },
    {
      slug: "amazon-textract",
      variant: "queries",
      name: "pages",
      unit: "page",
      per: 1000,
      labels: [
        ["AnalyzeDocument API Queries First 1M", 0],
        ["AnalyzeDocument API Queries Over 1M", MILLION],
      ],
    },
  ],
  rekognition: [
    {
      slug: "amazon-rekognition",
      variant: "image-group-1",
      name: "images",
      unit: "image",
      per: 1000,
      labels: [
        ["Rekognition Image API upto 1MM per Images Processed Group1", 0],
        ["Rekognition Image API upto 5MM per Images Processed Group1", MILLION],
        ["Rekognition Image API upto 35MM per Images Processed Group1", 5 * MILLION],
        ["Rekognition Image API over 35MM per Images Processed Group1", 35 * MILLION],
      ],
    },
    {
      slug: "amazon-rekognition",
      variant: "image-group-2",
      name: "images",
      unit: "image",
      per: 1000,
      labels: [
        ["Rekognition Image API upto 1MM per Images Processed Group2", 0],
        ["Rekognition Image API upto 5MM per Images Processed Group2", MILLION],
        ["Rekognition Image API upto 35MM per Images Processed Group2", 5 * MILLION],
        ["Rekognition Image API over 35MM per Images Processed Group2", 35 * MILLION],
      ],
    },
  ],
};

type Labels = z.infer<typeof Rates>["services"][string];

/** Returns one region's steps. Null unless every label of the meter has a price there. */
export function regionSteps(row: MeterRow, labels: Labels, region: string): Ladder["steps"] | null {
  const steps = row.labels.flatMap(([label, from]) => {
    const price = labels[label]?.[region];
    return price ? [{ from, price: new Decimal(price).times(row.per) }] : [];
  });
  return steps.length < row.labels.length ? null : steps;
}

/** Returns whether the list has later tiers. It writes a later tier as the label followed by its number. */
const hasLaterTiers = ({ labels: own }: MeterRow, labels: Labels): boolean =>
  own.length === 1 && own.some(([label]) => Object.keys(labels).some((other) => other.startsWith(`${label} Tier`)));

/** Returns the model. A service with only one kind is "standard". */
const modelOf = (row: MeterRow): string => row.variant ?? "standard";

export function awsReadings(rates: unknown): AdapterResult {
  const { asOf, currency, services } = Rates.parse(rates);
  const rejects: Reject[] = [];
  const models = new Map<
    string,
    { row: MeterRow; model: string; meters: Meter[]; tiered: string[]; bounds?: string }
  >();
  for (const [service, labels] of Object.entries(services)) {
    const rows = METERS[service];
    if (!rows) {
      for (const label of Object.keys(labels))
        rejects.push({ row: `${service} ${label}`, reason: "service outside the table of meters" });
      continue;
    }
    const used = new Set(rows.flatMap((row) => row.labels.map(([label]) => label)));
    for (const [label, byRegion] of Object.entries(labels)) {
      if (used.has(label)) continue;
      const isTier = used.has(label.replace(/ Tier\d$/, ""));
      const isFree = Object.values(byRegion).every((price) => price === 0);
      rejects.push({
        row: `${service} ${label}`,
        reason: isFree
          ? "every price is 0: unknown, not free"
          : isTier
            ? "tier of volume without its bound"
            : "label outside the table of meters",
      });
    }
    for (const row of rows) {
      const ladders: Ladder[] = [];
      for (const [name, region] of Object.entries(REGIONS)) {
        const steps = regionSteps(row, labels, name);
        if (steps) ladders.push({ region, steps });
        else
          rejects.push({
            row: `${service} ${row.variant ?? ""} ${row.name} ${region}`,
            reason: "not priced in this region",
          });
      }
      const meter = regionalMeter(row, ladders, LEAD);
      if (!meter) continue;
      const id = `${row.slug} ${modelOf(row)}`;
      const before = models.get(id) ?? { row, model: modelOf(row), meters: [], tiered: [] };
      models.set(id, {
        ...before,
        meters: [...before.meters, meter],
        tiered: hasLaterTiers(row, labels) ? [...before.tiered, row.name] : before.tiered,
        ...(row.bounds && { bounds: row.bounds }),
      });
    }
  }
  const readings = [...models.values()].map(
    ({ row, model, meters, tiered, bounds }): Reading<RatesFact> => ({
      subject: rateSubject(row.slug),
      trust: "B",
      observedAt: asOf,
      evidence: {
        url: rateProduct(row.slug).pricingPage ?? FILE_URL,
        via: FILE_URL,
        note: notes(NOTE, bounds, tiered.length > 0 && `${FIRST_TIER} ${tiered.join(", ")}.`) ?? NOTE,
      },
      fact: { kind: "rates", model, currency, meters },
    }),
  );
  return { readings, rejects };
}

export const awsPriceWatcher: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return awsReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "usage-rates.json"), "utf8")));
  },
};
