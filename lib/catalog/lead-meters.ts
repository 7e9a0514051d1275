/** The price that people compare a usage-priced product by. */
export interface Lead {
  /** Models of its rate card in display order, each with its meters. */
  rates?: readonly (readonly [model: string, ...meters: string[]])[];
  /** ID of the tier, if the usage prices are tiers. */
  tier?: string;
  reason: string;
}

/** Reviewed entries by product. Without one, headlineRates() or the lowest price decides. */
export const LEADS: Readonly<Record<string, Lead>> = {
  "amazon-api-gateway": {
    rates: [
      ["http", "requests"],
      ["rest", "requests"],
    ],
    reason: "HTTP and REST APIs are billed by request",
  },
  "amazon-athena": { rates: [["standard", "scannedTb"]], reason: "Queries are billed by scanned data" },
  "amazon-cloudwatch": {
    rates: [["standard", "metricMonths", "ingestedLogGb", "alarmMonths"]],
    reason: "Metrics, ingested logs and alarms are what most accounts pay for",
  },
  "amazon-cognito": { rates: [["standard", "monthlyActiveUsers"]], reason: "Monthly active users are the main charge" },
  "amazon-data-firehose": { rates: [["data-ingested", "ingestedGb"]], reason: "Ingested data is the main charge" },
  "amazon-dynamodb": {
    rates: [["on-demand", "writeRequestUnits", "readRequestUnits"]],
    reason: "On-demand is the default capacity mode; reads and writes are billed by request unit",
  },
  "amazon-ebs": {
    rates: [["storage-general-purpose-ssd-gp2", "storageGbMonths"]],
    reason: "General purpose SSD is the default volume type",
  },
  "amazon-efs": { rates: [["storage-standard", "storageGbMonths"]], reason: "Standard is the default storage class" },
  "amazon-eventbridge": {
    rates: [["standard", "customEvents"]],
    reason: "Custom events are what an event bus is billed by",
  },
  "amazon-fsx": {
    rates: [["windows-file-server-ssd-storage", "storageGbMonths"]],
    reason: "SSD storage of Windows File Server is the usual file system",
  },
  "amazon-kinesis-data-streams": {
    rates: [["on-demand", "ingestedGb"]],
    reason: "On-demand is the default capacity mode",
  },
  "amazon-kinesis-video-streams": { tier: "data-ingested-us-east", reason: "Ingested video is the main charge" },
  "amazon-managed-service-for-apache-flink": {
    rates: [["processing-stream", "kpuMonths"]],
    reason: "Stream processing units are the main charge",
  },
  "amazon-mwaa": { rates: [["environment-small", "hours"]], reason: "An environment is billed by the hour" },
  "amazon-polly": { rates: [["neural", "characters"]], reason: "Neural voices are the current standard" },
  "amazon-rekognition": {
    rates: [["image-group-1", "images"]],
    reason: "Group 1 holds the label and face detection calls",
  },
  "amazon-s3": { rates: [["standard", "storageGbMonths"]], reason: "Standard is the default storage class" },
  "amazon-ses": { rates: [["standard", "messages"]], reason: "Sent emails are the main charge" },
  "amazon-sns": { rates: [["standard", "requests"]], reason: "Standard is the default topic type" },
  "amazon-sqs": { rates: [["standard", "requests"]], reason: "Standard is the default queue type" },
  "amazon-textract": { rates: [["text", "pages"]], reason: "Detecting text is the basic call" },
  "amazon-translate": { rates: [["standard", "characters"]], reason: "Standard translation is the default" },
  "aws-appsync": { rates: [["standard", "operations"]], reason: "Query operations are the main charge" },
  "aws-backup": {
    rates: [["ebs-snapshot", "storageGbMonths"]],
    reason: "Snapshots of EBS volumes are the most common backup",
  },
  "aws-codebuild": {
    rates: [["linux/general1.small", "minutes"]],
    reason: "Small Linux machines are the default build environment",
  },
  "aws-config": { rates: [["config-items", "records"]], reason: "Configuration items are recorded in every account" },
  "aws-directory-service": {
    rates: [["directory-service-microsoft-ad-standard", "controllerMonths"]],
    reason: "Managed Microsoft AD is the main directory",
  },
  "aws-elastic-load-balancing": {
    rates: [["application-load-balancer", "hours"]],
    reason: "Application load balancers are the usual type",
  },
  "aws-fargate": {
    rates: [["linux-x86", "vcpuHours", "memoryGbHours"]],
    reason: "Linux on x86 is the default platform; vCPU and memory are billed for every task",
  },
  "aws-glue": {
    tier: "iceberg-table-optimization",
    reason: "Jobs are billed by DPU-hour; the catalogue is a small addition",
  },
  "aws-kms": { rates: [["standard", "keyMonths"]], reason: "Each key is billed by the month" },
  "aws-lambda": {
    rates: [["x86", "computeGbSeconds", "requests"]],
    reason: "x86 is the default architecture; compute and requests are billed for every function",
  },
  "aws-network-firewall": {
    rates: [["network-firewall-endpoint", "hours"]],
    reason: "Each endpoint is billed by the hour",
  },
  "aws-private-ca": {
    rates: [["private-certificate-authority", "months"]],
    reason: "A private certificate authority is billed by the month",
  },
  "aws-secrets-manager": { rates: [["standard", "secretMonths"]], reason: "Each secret is billed by the month" },
  "aws-step-functions": { rates: [["standard", "stateTransitions"]], reason: "Standard is the default workflow type" },
  "aws-transfer-family": { rates: [["sftp-protocol-enabled", "hours"]], reason: "SFTP endpoints are the usual ones" },
  "aws-transit-gateway": {
    rates: [
      ["transit-gateway-attachment", "hours"],
      ["data-processed", "processedGb"],
    ],
    reason: "Each attachment is billed by the hour",
  },
  "aws-vpn": { rates: [["vpn-connection", "hours"]], reason: "A site-to-site connection is billed by the hour" },
  "aws-waf": {
    rates: [
      ["web-acl-usage", "months"],
      ["rules", "ruleMonths"],
    ],
    reason: "Each web ACL is billed by the month, then its rules",
  },
  "azure-api-management": {
    rates: [
      ["api-management-developer", "unitMonths"],
      ["api-management-standard", "unitMonths"],
    ],
    reason: "Developer and standard units are the usual tiers",
  },
  "azure-application-gateway": {
    rates: [["gateway-usage-basic-v2", "hours"]],
    reason: "Standard v2 gateways are billed by the hour",
  },
  "azure-automation": { rates: [["job-run-time", "minutes"]], reason: "Runbook jobs are billed by run time" },
  "azure-bastion": { rates: [["bastion-host", "hours"]], reason: "A bastion host is billed by the hour" },
  "azure-data-factory": {
    rates: [["azure-runtime-data-movement-activity", "hours"]],
    reason: "Pipelines pay for data movement",
  },
  "azure-database-for-mysql": {
    rates: [["compute-gp-standard-d2ads-v5", "instanceHours"]],
    reason: "General purpose compute is the usual tier",
  },
  "azure-databricks": {
    rates: [
      ["premium-all-purpose-compute-dbus", "dbuHours"],
      ["premium-jobs-compute-dbus", "dbuHours"],
    ],
    reason: "All-purpose and jobs compute are what workspaces use",
  },
  "azure-ddos-protection": { rates: [["ddos-protection-plan", "hours"]], reason: "The plan is billed by the hour" },
  "azure-document-intelligence": {
    rates: [
      ["prebuilt-read", "pages"],
      ["prebuilt-layout", "pages"],
    ],
    reason: "Reading text is the basic call",
  },
  "azure-event-hubs": {
    rates: [["capacity-standard", "throughputUnitMonths"]],
    reason: "Standard throughput units are the usual tier",
  },
  "azure-functions": {
    rates: [["execution-time", "computeGbSeconds"]],
    reason: "The consumption plan bills by execution time",
  },
  "azure-managed-disks": {
    rates: [["storage-p4-lrs", "months"]],
    reason: "A 30 GB premium disk is the usual small disk",
  },
  "azure-nat-gateway": {
    rates: [
      ["nat-gateway", "hours"],
      ["data-processed", "processedGb"],
    ],
    reason: "A gateway is billed by the hour and by data",
  },
  "azure-private-link": { rates: [["private-endpoint", "hours"]], reason: "An endpoint is billed by the hour" },
  "azure-service-bus": {
    rates: [["base-charge", "hours"]],
    reason: "Every namespace pays the base charge of the standard tier",
  },
  "azure-signalr-service": {
    rates: [["service-usage-standard", "unitMonths"]],
    reason: "Standard units are the usual tier",
  },
  "azure-sql-database": {
    rates: [["compute-provisioned-gp-gen5-4", "instanceHours"]],
    reason: "General purpose provisioned compute is the default",
  },
  "azure-storage": {
    rates: [["blobs-storagev2-standard-lrs-hot", "storageGbMonths"]],
    reason: "Hot block blobs with local redundancy are the default",
  },
  "azure-synapse-analytics": {
    rates: [["serverless-sql-pool-size", "scannedTb"]],
    reason: "Serverless queries are billed by processed data",
  },
  "black-forest-labs": { rates: [["flux-pro-1.1", "images"]], reason: "FLUX 1.1 [pro] is the best known model" },
  clickhouse: { tier: "compute", reason: "Compute is the main charge; storage comes on top" },
  "cohere-api": {
    rates: [["command-a-03-2025", "inputTokens", "outputTokens"]],
    reason: "Command A is the current general model",
  },
  confluent: { tier: "basic-ecku", reason: "Cluster capacity is the main charge" },
  datadog: {
    tier: "infrastructure-pro",
    reason: "Infrastructure monitoring per host is the product that others are added to",
  },
  deepgram: { rates: [["nova-3", "audioMinutes"]], reason: "Nova-3 is the current model" },
  "deepseek-api": {
    rates: [
      ["deepseek-v4-pro", "inputTokens", "outputTokens"],
      ["deepseek-v4-flash", "inputTokens", "outputTokens"],
    ],
    reason: "V4 Pro and V4 Flash are the general models",
  },
  dynatrace: { tier: "log-ingest", reason: "Ingested data is billed before it is kept or queried" },
  "elevenlabs-api": {
    rates: [
      ["eleven_multilingual_v2", "characters"],
      ["scribe_v1", "audioMinutes"],
    ],
    reason: "Speech is the main product",
  },
  "fal-ai": {
    rates: [
      ["fal-ai/flux-pro/v1.1", "images"],
      ["fal-ai/flux/schnell", "images"],
    ],
    reason: "FLUX models are the best known on this API",
  },
  fastly: {
    tier: "full-site-delivery-bandwidth-na-europe",
    reason: "Delivered traffic is the main charge; TLS certificates come on top",
  },
  "google-apigee": {
    tier: "pay-as-you-go-standard-api-proxy",
    reason: "API calls are the main charge; environments come on top",
  },
  "google-cloud-bigquery": {
    rates: [
      ["queries-on-demand", "scannedTb"],
      ["active-storage", "storageGbMonths"],
    ],
    reason: "Queries and active storage are what every project pays for",
  },
  "google-cloud-functions": {
    rates: [
      ["memory", "computeGbSeconds"],
      ["invocations", "requests"],
    ],
    reason: "Memory time and invocations are billed for every function",
  },
  "google-cloud-load-balancing": {
    rates: [["forwarding-rules", "hours"]],
    reason: "Every load balancer needs a forwarding rule",
  },
  "google-cloud-monitoring": { rates: [["metrics", "ingestedMb"]], reason: "Metrics are billed by the ingested data" },
  "google-cloud-networking": {
    rates: [["internet-egress", "egressGb"]],
    reason: "Internet egress is the charge that every project meets",
  },
  "google-cloud-storage": { rates: [["standard", "storageGbMonths"]], reason: "Standard is the default storage class" },
  "google-maps-platform": {
    rates: [
      ["Dynamic Maps", "requests"],
      ["Geocoding", "requests"],
    ],
    reason: "Dynamic Maps and Geocoding are the most used APIs",
  },
  "google-memorystore": {
    rates: [["redis-instance-basic-m1", "memoryGbMonths"]],
    reason: "Redis instances are billed by provisioned memory",
  },
  "google-persistent-disk": {
    rates: [["pd-balanced", "storageGbMonths"]],
    reason: "Balanced disks are the default for virtual machines",
  },
  launchdarkly: { tier: "foundation", reason: "Foundation is the entry plan, billed by service connection" },
  "mongodb-atlas": { tier: "flex", reason: "Flex is the smallest paid cluster that is on sale" },
  "moonshot-api": {
    rates: [
      ["kimi-k3", "inputTokens", "outputTokens"],
      ["kimi-k2.6", "inputTokens", "outputTokens"],
    ],
    reason: "Kimi K3 and K2.6 are the general models",
  },
  nebius: {
    rates: [
      ["h100-nvlink", "gpuHours"],
      ["h200-nvlink", "gpuHours"],
    ],
    reason: "H100 and H200 GPUs are the main products",
  },
  neon: { tier: "launch-compute", reason: "Compute of the first paid plan is the main charge" },
  "perplexity-api": {
    rates: [
      ["sonar", "inputTokens", "outputTokens"],
      ["sonar-pro", "inputTokens", "outputTokens"],
    ],
    reason: "Sonar and Sonar Pro are the general models",
  },
  runpod: {
    rates: [
      ["serverless-flex/a100", "computeSeconds"],
      ["serverless-flex/h100-pro", "computeSeconds"],
    ],
    reason: "A100 and H100 workers are the usual choice for models",
  },
  "runway-api": {
    rates: [
      ["gen4.5", "videoSeconds"],
      ["gen4_turbo", "videoSeconds"],
    ],
    reason: "Gen-4.5 and Gen-4 Turbo are the current video models",
  },
  snowflake: { tier: "standard", reason: "Compute credits are the main charge; storage comes on top" },
  "stability-ai": { rates: [["sd3.5-large", "images"]], reason: "Stable Diffusion 3.5 Large is the current model" },
  tavily: { rates: [["search", "searches"]], reason: "A basic search is the default" },
  turbopuffer: { tier: "launch-minimum-usage", reason: "Every account pays the monthly minimum" },
  "upstash-redis": { tier: "pay-as-you-go", reason: "Pay as you go is the default plan" },
  "vertex-ai": {
    rates: [
      ["gemini-3.5-flash", "inputTokens", "outputTokens"],
      ["gemini-3.1-pro-preview", "inputTokens", "outputTokens"],
    ],
    reason: "Gemini models are Google's own",
  },
  "zhipu-api": { rates: [["glm-4-plus", "inputTokens", "outputTokens"]], reason: "GLM-4 Plus is the general model" },
};

const NO_RATES: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Returns the meters of a rate card that people compare a product by, for each model; empty if a review has not named
 * any.
 */
export function leadRates(product: string): ReadonlyMap<string, readonly string[]> {
  const rates = LEADS[product]?.rates;
  return rates ? new Map(rates.map(([model, ...meters]) => [model, meters])) : NO_RATES;
}

/** Returns the ID of the tier that people compare a usage-priced product by; null if a review has not named any. */
export function leadTier(product: string): string | null {
  return LEADS[product]?.tier ?? null;
}
