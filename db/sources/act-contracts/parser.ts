import type { PurchaseFact } from "@/lib/schemas/observation";
import type { AdapterResult, Reading, Subject } from "../shared/reading";
import { csvAdapter, type Row } from "../shared/small-lists";
import { daysBetween } from "../shared/text";

/** Names in the contracts → the product, or the supplier of all contract items. */
const BOUGHT: Record<string, Subject> = {
  "2Ring": { name: "2Ring" },
  "Adobe Creative Cloud / Document Cloud (ETLA)": { name: "Adobe Creative Cloud" },
  Appspace: { name: "Appspace" },
  "Articulate 360": { name: "Articulate 360" },
  Assetic: { name: "Assetic" },
  Atlassian: { name: "Atlassian", kind: "supplier" },
  "Atlassian Jira": { name: "Jira" },
  "Campaign Monitor": { name: "Campaign Monitor" },
  "Cisco Calling and Meetings (Webex)": { name: "Cisco", kind: "supplier" },
  "Cisco contact centre": { name: "Cisco", kind: "supplier" },
  Citrix: { name: "Citrix", kind: "supplier" },
  ClickView: { name: "ClickView" },
  "Enterprise Recon (Ground Labs)": { name: "Enterprise Recon", vendor: "Ground Labs" },
  Flexera: { name: "Flexera" },
  "Ideagen Quality Management": { name: "Ideagen Quality Management", vendor: "Ideagen" },
  Imprivata: { name: "Imprivata" },
  Jira: { name: "Jira" },
  KWizCom: { name: "KWizCom" },
  Medigate: { name: "Medigate" },
  "MuleSoft (Salesforce)": { name: "MuleSoft" },
  "Oracle Java SE": { name: "Oracle Java SE", vendor: "Oracle" },
  "Oracle Linux Premier Support": { name: "Oracle Linux", vendor: "Oracle" },
  "Pear Deck": { name: "Pear Deck", vendor: "GoGuardian" },
  Salesforce: { name: "Salesforce", kind: "supplier" },
  "Salesforce Sales Cloud Unlimited": { name: "Salesforce Sales Cloud" },
  ServiceNow: { name: "ServiceNow" },
  "SOTI MobiControl": { name: "SOTI MobiControl", vendor: "SOTI" },
  "Transmax STREAMS": { name: "Transmax STREAMS", vendor: "Transmax" },
  "Tricentis Tosca": { name: "Tricentis Tosca", vendor: "Tricentis" },
  UiPath: { name: "UiPath" },
  VisibleThread: { name: "VisibleThread" },
};

/** Contract → the scope in its title, in addition to the product's name. */
const COVERS: Record<string, string> = {
  CLD20250120: "Renewal of the subscription",
  CLD50632: "Agreement 2025-28",
  CLD52588: "Licences of MuleSoft under the whole-of-government Salesforce enterprise licence arrangement",
  "CIT2025/672": "Unlimited edition",
  "CPQ-3838058-1": "Licences and support",
  DR4164687: "Enterprise term licence 2025-28 for Creative Cloud and Document Cloud",
  PICH0007902: "Annual renewal of licences (NCH ICT support platform)",
  PICH0011201: "Renewal of the software service",
  PICI0005853: "Premier support",
  PICM0002486: "Digital media software for the ACT Education Directorate",
  PICM0006248: "Licences of Salesforce under the whole-of-government Salesforce enterprise licence arrangement",
  PICM0008517: "Content readability and language platform",
  PIHD0006705: "Licences",
  PIHD0008009: "Licence",
  PIHD0008227: "Licences",
  PIHD0008903: "Licences",
  PIHD0009275: "Software as a service, licence and support for quality management software",
  PITC0007687: "Software assurance and managed services",
  PITC0008560: "Asset management system, software as a service subscription",
  "PO-0506": "Renewal of software licences 2025-2026",
  "PO-0519": "Subscription with LMS access",
  PO5495: "Email marketing platform",
  "SM-08250-DAT": "Licences and support",
  "SM-08323-CYX": "Licences",
  "SM-08437-MCW": "Renewal of licences",
  "SM-08518-DT3": "Renewal of the subscription 2025",
  "SM-08680-MCW": "Renewal of licences",
  "SM-08926-DT3": "Licences and support under an enterprise licence agreement for contact centers",
  "SM-08928-DT3": "Licences and support under an enterprise licence agreement for calling and meetings",
  "SM-09441-GPS": "Licences and support 2025",
  "SM-09629-XAS": "Licences and support",
  "SM009425-U12": "Licences and support for the Business Automation Platform",
};

const CONTRACT_LIST =
  "https://github.com/taxpayer-money/australian-government-contracts/tree/7bfe94c602a0bf25cdb77f0c66743b196bc9722c";
const CONTRACT_DAY = "2026-01-09";
const DAYS_A_MONTH = 365.25 / 12;

/** Removes a repeated name: "ACT Government, Education Directorate". */
const buyerName = (raw: string) => raw.replace(/^(.+), \1$/, "$1");

export function contractFromRow(row: Row): Reading<PurchaseFact> | string {
  const { product = "", buyer = "", signed = "", expires = "", aud_total: total, source_url: url = "" } = row;
  const subject = BOUGHT[product];
  if (/Bloomberg/.test(product)) return "market data, not software";
  if (!subject) return "the contract names no product";
  const covers = COVERS[row.contract ?? ""];
  const unstated = /\bedition\b/i.test(covers ?? "") ? "Seats" : "Seats and edition";
  const months = Math.round(daysBetween(signed, expires) / DAYS_A_MONTH);
  return {
    subject,
    trust: "A",
    observedAt: CONTRACT_DAY,
    evidence: {
      url,
      via: CONTRACT_LIST,
      publisher: "ACT Government, contracts register",
      note: `Contract ${row.contract}. ${unstated} are not stated; the term runs from signing to expiry.`,
    },
    fact: {
      kind: "purchase",
      buyer: buyerName(buyer),
      covers: covers ?? null,
      amountTotal: Number(total),
      currency: "AUD",
      termMonths: months > 0 ? months : null,
      signedAt: signed,
      endsAt: expires,
      taxIncluded: true,
      seats: null,
    },
  };
}

export function contractReadings(rows: readonly Row[]): AdapterResult {
  const result: AdapterResult = { readings: [], rejects: [] };
  for (const row of rows) {
    const outcome = contractFromRow(row);
    if (typeof outcome === "string") result.rejects.push({ row: `${row.product} ${row.contract}`, reason: outcome });
    else result.readings.push(outcome);
  }
  return result;
}

export const publicContracts = csvAdapter("act-contracts", "act-software-contracts-2025.csv", contractReadings);
