import type { Subject } from "../shared/reading";
import { slugOf } from "../shared/text";

/** The path of a service's pricing page, and its name and slug if they do not follow from the list's name. */
type Entry = string | readonly [path: string, name: string, slug?: string];

const aws = (path: string): string => `https://aws.amazon.com/${path}/pricing/`;
const azure = (path: string): string => `https://azure.microsoft.com/en-us/pricing/details/${path}/`;
const google = (path: string): string => `https://cloud.google.com/${path}`;

const VENDORS = {
  aws: { vendor: "Amazon Web Services", domain: "aws.amazon.com", page: aws },
  azure: { vendor: "Microsoft Azure", domain: "azure.microsoft.com", page: azure },
  google: { vendor: "Google Cloud", domain: "cloud.google.com", page: google },
} as const;
export type Provider = keyof typeof VENDORS;

/** By the list's name for the service. */
const SERVICES: Record<Provider, Record<string, Entry>> = {
  aws: {
    "AWS Backup": "backup",
    "AWS CloudFormation": "cloudformation",
    "AWS CloudHSM": "cloudhsm",
    "AWS CodeBuild": "codebuild",
    "AWS Config": "config",
    "AWS Direct Connect": "directconnect",
    "AWS Directory Service": "directoryservice",
    "AWS Global Accelerator": "global-accelerator",
    "AWS KMS": ["kms", "AWS Key Management Service", "aws-kms"],
    "AWS Lambda": "lambda",
    "AWS Network Firewall": "network-firewall",
    "AWS Private CA": "private-ca",
    "AWS Systems Manager": "systems-manager",
    "AWS Transfer Family": "aws-transfer-family",
    "AWS Transit Gateway": "transit-gateway",
    "AWS VPN": "vpn",
    "AWS WAF": "waf",
    "Amazon API Gateway": "api-gateway",
    "Amazon Aurora": "rds/aurora",
    "Amazon CloudWatch": "cloudwatch",
    "Amazon Data Firehose": "firehose",
    "Amazon EBS": "ebs",
    "Amazon EC2": "ec2",
    "Amazon EFS": "efs",
    "Amazon EKS": "eks",
    "Amazon ElastiCache": "elasticache",
    "Amazon EventBridge": "eventbridge",
    "Amazon FSx": "fsx",
    "Amazon Kinesis": ["managed-service-apache-flink", "Amazon Managed Service for Apache Flink"],
    "Amazon MQ": "amazon-mq",
    "Amazon MSK": "msk",
    "Amazon MWAA": "managed-workflows-for-apache-airflow",
    "Amazon Managed Grafana": "grafana",
    "Amazon Neptune": "neptune",
    "Amazon OpenSearch Service": "opensearch-service",
    "Amazon RDS": "rds",
    "Amazon Redshift": "redshift",
    "Amazon Route 53": "route53",
    "Amazon S3": "s3",
    "Amazon VPC": "vpc",
    "Elastic Load Balancing": ["elasticloadbalancing", "AWS Elastic Load Balancing"],
  },
  azure: {
    "Azure AI Search": ["search", "Azure AI Search", "azure-cognitive-search"],
    "Azure API Management": "api-management",
    "Azure App Service": "app-service/windows",
    "Azure Application Gateway": "application-gateway",
    "Azure Automation": "automation",
    "Azure Bastion": "azure-bastion",
    "Azure CDN / Front Door": ["frontdoor", "Azure Front Door"],
    "Azure Cache for Redis": ["managed-redis", "Azure Managed Redis"],
    "Azure Cosmos DB": "cosmos-db/autoscale-provisioned",
    "Azure DNS": "dns",
    "Azure Data Factory": "data-factory",
    "Azure Database for MySQL": "mysql",
    "Azure Databricks": "databricks",
    "Azure Event Grid": "event-grid",
    "Azure Event Hubs": "event-hubs",
    "Azure Functions": "functions",
    "Azure HDInsight": "hdinsight",
    "Azure Logic Apps": "logic-apps",
    "Azure Managed Disks": "managed-disks",
    "Azure Monitor": "monitor",
    "Azure NAT Gateway": "azure-nat-gateway",
    "Azure DDoS Protection": "ddos-protection",
    "Azure IP addresses": ["ip-addresses", "Azure IP Addresses"],
    "Azure Private Link": "private-link",
    "Azure Virtual WAN": "virtual-wan",
    "Azure Notification Hubs": "notification-hubs",
    "Azure SQL": ["azure-sql-database/single", "Azure SQL Database"],
    "Azure SQL Managed Instance": "azure-sql-managed-instance/single",
    "Azure Service Bus": "service-bus",
    "Azure SignalR Service": "signalr-service",
    "Azure Static Web Apps": "app-service/static",
    "Azure Storage": "storage/blobs",
    "Azure Synapse Analytics": "synapse-analytics",
    "Azure Virtual Machines": "virtual-machines/linux",
    "Microsoft Entra": ["microsoft-entra-external-id", "Microsoft Entra External ID"],
    "Microsoft Entra Domain Services": "microsoft-entra-ds",
    "Power BI Embedded": "power-bi-embedded",
  },
  google: {
    BigQuery: ["bigquery/pricing", "BigQuery", "google-cloud-bigquery"],
    "Cloud Functions": ["functions/pricing", "Google Cloud Functions"],
    "Cloud KMS": ["kms/pricing", "Google Cloud KMS"],
    "Cloud Monitoring": ["stackdriver/pricing", "Google Cloud Monitoring"],
    "Cloud Run": ["run/pricing", "Google Cloud Run"],
    "Cloud SQL": ["sql/pricing", "Google Cloud SQL"],
    "Google Cloud Load Balancing": "load-balancing",
    "Google Cloud Networking": "vpc/network-pricing",
    Memorystore: ["memorystore/docs/redis/pricing", "Google Memorystore"],
    "Pub/Sub": ["pubsub/pricing", "Google Cloud Pub/Sub"],
  },
};

/** Resources that the list has under another service, or several under one name. */
const RESOURCES: Record<string, string> = {
  aws_db_instance: "Amazon RDS",
  aws_eks_node_group: "Amazon EC2",
  aws_neptune_cluster_instance: "Amazon Neptune",
  aws_rds_cluster: "Amazon Aurora",
  aws_rds_cluster_instance: "Amazon Aurora",
  azurerm_function_app: "Azure Functions",
  azurerm_linux_function_app: "Azure Functions",
  azurerm_mssql_managed_instance: "Azure SQL Managed Instance",
  azurerm_nat_gateway: "Azure NAT Gateway",
  azurerm_network_ddos_protection_plan: "Azure DDoS Protection",
  azurerm_point_to_site_vpn_gateway: "Azure Virtual WAN",
  azurerm_private_endpoint: "Azure Private Link",
  azurerm_public_ip: "Azure IP addresses",
  azurerm_public_ip_prefix: "Azure IP addresses",
  azurerm_service_plan: "Azure App Service",
  azurerm_sql_managed_instance: "Azure SQL Managed Instance",
  azurerm_virtual_hub: "Azure Virtual WAN",
  azurerm_vpn_gateway: "Azure Virtual WAN",
  azurerm_vpn_gateway_connection: "Azure Virtual WAN",
  azurerm_windows_function_app: "Azure Functions",
  google_compute_forwarding_rule: "Google Cloud Load Balancing",
  google_compute_global_forwarding_rule: "Google Cloud Load Balancing",
  google_compute_target_grpc_proxy: "Google Cloud Load Balancing",
};

const ELSEWHERE: Record<string, string> = {
  "AWS Data Transfer": "the list of egress prices has it in more regions",
  "Amazon ECR": "the AWS price lists have it in more regions",
  "Amazon ECS / Fargate": "the AWS price lists have it in more regions",
  "Amazon SNS": "the AWS price lists have it in more regions",
  "Amazon SQS": "the AWS price lists have it in more regions",
  "Azure AI services": "commitments of several sizes under one name",
  "Azure App Service / Functions": "plan whose operating system is not stated",
  "Azure Networking": "resource outside the table",
  "Azure Machine Learning": "one machine at two prices in one region",
  "Azure Database for MariaDB": "retired service",
  "Azure Database for PostgreSQL": "retired service",
  "Compute Engine": "Google's own catalogue has it in every region",
  "Persistent Disk": "Google's own catalogue has it in every region",
};

export function infracostSubject(provider: Provider, service: string, resource: string): Subject | { reject: string } {
  const own = RESOURCES[resource] ?? service;
  const found = SERVICES[provider][own];
  if (!found) return { reject: ELSEWHERE[own] ?? "service outside the table" };
  const [path, name, slug = slugOf(name)] = typeof found === "string" ? [found, own] : found;
  const { vendor, domain, page } = VENDORS[provider];
  return { slug, name, vendor, domain, pricingPage: page(path) };
}
