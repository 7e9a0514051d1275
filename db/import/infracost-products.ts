import type { Subject } from "./reading";

type Entry = readonly [slug: string, name: string, path: string];

const aws = (path: string): string => `https://aws.amazon.com/${path}/pricing/`;
const azure = (path: string): string => `https://azure.microsoft.com/en-us/pricing/details/${path}/`;
const google = (path: string): string => `https://cloud.google.com/${path}`;

const VENDORS = {
  aws: { vendor: "Amazon Web Services", domain: "aws.amazon.com", page: aws },
  azure: { vendor: "Microsoft Azure", domain: "azure.microsoft.com", page: azure },
  google: { vendor: "Google Cloud", domain: "cloud.google.com", page: google },
} as const;
export type Provider = keyof typeof VENDORS;

/** The list's name of a service → slug, name and the end of the address of its price page. */
const SERVICES: Record<Provider, Record<string, Entry>> = {
  aws: {
    "AWS Backup": ["aws-backup", "AWS Backup", "backup"],
    "AWS CloudFormation": ["aws-cloudformation", "AWS CloudFormation", "cloudformation"],
    "AWS CloudHSM": ["aws-cloudhsm", "AWS CloudHSM", "cloudhsm"],
    "AWS CodeBuild": ["aws-codebuild", "AWS CodeBuild", "codebuild"],
    "AWS Config": ["aws-config", "AWS Config", "config"],
    "AWS Direct Connect": ["aws-direct-connect", "AWS Direct Connect", "directconnect"],
    "AWS Directory Service": ["aws-directory-service", "AWS Directory Service", "directoryservice"],
    "AWS Global Accelerator": ["aws-global-accelerator", "AWS Global Accelerator", "global-accelerator"],
    "AWS KMS": ["aws-kms", "AWS Key Management Service", "kms"],
    "AWS Lambda": ["aws-lambda", "AWS Lambda", "lambda"],
    "AWS Network Firewall": ["aws-network-firewall", "AWS Network Firewall", "network-firewall"],
    "AWS Private CA": ["aws-private-ca", "AWS Private CA", "private-ca"],
    "AWS Systems Manager": ["aws-systems-manager", "AWS Systems Manager", "systems-manager"],
    "AWS Transfer Family": ["aws-transfer-family", "AWS Transfer Family", "aws-transfer-family"],
    "AWS Transit Gateway": ["aws-transit-gateway", "AWS Transit Gateway", "transit-gateway"],
    "AWS VPN": ["aws-vpn", "AWS VPN", "vpn"],
    "AWS WAF": ["aws-waf", "AWS WAF", "waf"],
    "Amazon API Gateway": ["amazon-api-gateway", "Amazon API Gateway", "api-gateway"],
    "Amazon Aurora": ["amazon-aurora", "Amazon Aurora", "rds/aurora"],
    "Amazon CloudWatch": ["amazon-cloudwatch", "Amazon CloudWatch", "cloudwatch"],
    "Amazon Data Firehose": ["amazon-data-firehose", "Amazon Data Firehose", "firehose"],
    "Amazon EBS": ["amazon-ebs", "Amazon EBS", "ebs"],
    "Amazon EC2": ["amazon-ec2", "Amazon EC2", "ec2"],
    "Amazon EFS": ["amazon-efs", "Amazon EFS", "efs"],
    "Amazon EKS": ["amazon-eks", "Amazon EKS", "eks"],
    "Amazon ElastiCache": ["amazon-elasticache", "Amazon ElastiCache", "elasticache"],
    "Amazon EventBridge": ["amazon-eventbridge", "Amazon EventBridge", "eventbridge"],
    "Amazon FSx": ["amazon-fsx", "Amazon FSx", "fsx"],
    "Amazon Kinesis": [
      "amazon-managed-service-for-apache-flink",
      "Amazon Managed Service for Apache Flink",
      "managed-service-apache-flink",
    ],
    "Amazon MQ": ["amazon-mq", "Amazon MQ", "amazon-mq"],
    "Amazon MSK": ["amazon-msk", "Amazon MSK", "msk"],
    "Amazon MWAA": ["amazon-mwaa", "Amazon MWAA", "managed-workflows-for-apache-airflow"],
    "Amazon Managed Grafana": ["amazon-managed-grafana", "Amazon Managed Grafana", "grafana"],
    "Amazon Neptune": ["amazon-neptune", "Amazon Neptune", "neptune"],
    "Amazon OpenSearch Service": ["amazon-opensearch-service", "Amazon OpenSearch Service", "opensearch-service"],
    "Amazon RDS": ["amazon-rds", "Amazon RDS", "rds"],
    "Amazon Redshift": ["amazon-redshift", "Amazon Redshift", "redshift"],
    "Amazon Route 53": ["amazon-route-53", "Amazon Route 53", "route53"],
    "Amazon S3": ["amazon-s3", "Amazon S3", "s3"],
    "Amazon VPC": ["amazon-vpc", "Amazon VPC", "vpc"],
    "Elastic Load Balancing": ["aws-elastic-load-balancing", "AWS Elastic Load Balancing", "elasticloadbalancing"],
  },
  azure: {
    "Azure AI Search": ["azure-cognitive-search", "Azure AI Search", "search"],
    "Azure API Management": ["azure-api-management", "Azure API Management", "api-management"],
    "Azure App Service": ["azure-app-service", "Azure App Service", "app-service/windows"],
    "Azure Application Gateway": ["azure-application-gateway", "Azure Application Gateway", "application-gateway"],
    "Azure Automation": ["azure-automation", "Azure Automation", "automation"],
    "Azure Bastion": ["azure-bastion", "Azure Bastion", "azure-bastion"],
    "Azure CDN / Front Door": ["azure-front-door", "Azure Front Door", "frontdoor"],
    "Azure Cache for Redis": ["azure-managed-redis", "Azure Managed Redis", "managed-redis"],
    "Azure Cosmos DB": ["azure-cosmos-db", "Azure Cosmos DB", "cosmos-db/autoscale-provisioned"],
    "Azure DNS": ["azure-dns", "Azure DNS", "dns"],
    "Azure Data Factory": ["azure-data-factory", "Azure Data Factory", "data-factory"],
    "Azure Database for MySQL": ["azure-database-for-mysql", "Azure Database for MySQL", "mysql"],
    "Azure Databricks": ["azure-databricks", "Azure Databricks", "databricks"],
    "Azure Event Grid": ["azure-event-grid", "Azure Event Grid", "event-grid"],
    "Azure Event Hubs": ["azure-event-hubs", "Azure Event Hubs", "event-hubs"],
    "Azure Functions": ["azure-functions", "Azure Functions", "functions"],
    "Azure HDInsight": ["azure-hdinsight", "Azure HDInsight", "hdinsight"],
    "Azure Logic Apps": ["azure-logic-apps", "Azure Logic Apps", "logic-apps"],
    "Azure Managed Disks": ["azure-managed-disks", "Azure Managed Disks", "managed-disks"],
    "Azure Monitor": ["azure-monitor", "Azure Monitor", "monitor"],
    "Azure NAT Gateway": ["azure-nat-gateway", "Azure NAT Gateway", "azure-nat-gateway"],
    "Azure DDoS Protection": ["azure-ddos-protection", "Azure DDoS Protection", "ddos-protection"],
    "Azure IP addresses": ["azure-ip-addresses", "Azure IP Addresses", "ip-addresses"],
    "Azure Private Link": ["azure-private-link", "Azure Private Link", "private-link"],
    "Azure Virtual WAN": ["azure-virtual-wan", "Azure Virtual WAN", "virtual-wan"],
    "Azure Notification Hubs": ["azure-notification-hubs", "Azure Notification Hubs", "notification-hubs"],
    "Azure SQL": ["azure-sql-database", "Azure SQL Database", "azure-sql-database/single"],
    "Azure SQL Managed Instance": [
      "azure-sql-managed-instance",
      "Azure SQL Managed Instance",
      "azure-sql-managed-instance/single",
    ],
    "Azure Service Bus": ["azure-service-bus", "Azure Service Bus", "service-bus"],
    "Azure SignalR Service": ["azure-signalr-service", "Azure SignalR Service", "signalr-service"],
    "Azure Static Web Apps": ["azure-static-web-apps", "Azure Static Web Apps", "app-service/static"],
    "Azure Storage": ["azure-storage", "Azure Storage", "storage/blobs"],
    "Azure Synapse Analytics": ["azure-synapse-analytics", "Azure Synapse Analytics", "synapse-analytics"],
    "Azure Virtual Machines": ["azure-virtual-machines", "Azure Virtual Machines", "virtual-machines/linux"],
    "Microsoft Entra": ["microsoft-entra-external-id", "Microsoft Entra External ID", "microsoft-entra-external-id"],
    "Microsoft Entra Domain Services": [
      "microsoft-entra-domain-services",
      "Microsoft Entra Domain Services",
      "microsoft-entra-ds",
    ],
    "Power BI Embedded": ["power-bi-embedded", "Power BI Embedded", "power-bi-embedded"],
  },
  google: {
    BigQuery: ["google-cloud-bigquery", "BigQuery", "bigquery/pricing"],
    "Cloud Functions": ["google-cloud-functions", "Google Cloud Functions", "functions/pricing"],
    "Cloud KMS": ["google-cloud-kms", "Google Cloud KMS", "kms/pricing"],
    "Cloud Monitoring": ["google-cloud-monitoring", "Google Cloud Monitoring", "stackdriver/pricing"],
    "Cloud Run": ["google-cloud-run", "Google Cloud Run", "run/pricing"],
    "Cloud SQL": ["google-cloud-sql", "Google Cloud SQL", "sql/pricing"],
    "Google Cloud Load Balancing": ["google-cloud-load-balancing", "Google Cloud Load Balancing", "load-balancing"],
    "Google Cloud Networking": ["google-cloud-networking", "Google Cloud Networking", "vpc/network-pricing"],
    Memorystore: ["google-memorystore", "Google Memorystore", "memorystore/docs/redis/pricing"],
    "Pub/Sub": ["google-cloud-pub-sub", "Google Cloud Pub/Sub", "pubsub/pricing"],
  },
};

/** Resources that the list files under another service, or under one name with several. */
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
  const [slug, name, path] = found;
  const { vendor, domain, page } = VENDORS[provider];
  return { slug, name, vendor, domain, pricingPage: page(path) };
}
