import { describe, expect, test } from "vitest";
import { contractFromRow, contractReadings } from "./parser";

describe("public contracts", () => {
  const contract = (rest: Record<string, string> = {}) => ({
    product: "Salesforce Sales Cloud Unlimited",
    buyer: "ACT Government, Canberra Institute of Technology",
    signed: "2025-03-17",
    expires: "2026-03-14",
    aud_total: "47960.88",
    contract: "CIT2025/672",
    source_url: "https://www.tenders.act.gov.au/contract/view?id=1",
    ...rest,
  });

  test("a contract is what one buyer paid for the whole term, tax included, never a tier or a median", () => {
    const reading = contractFromRow(contract());
    expect(reading).toMatchObject({
      subject: { name: "Salesforce Sales Cloud" },
      trust: "A",
      fact: { kind: "purchase", amountTotal: 47960.88, termMonths: 12, taxIncluded: true, seats: null },
    });
  });

  test("one that names no product, or no software, is left out", () => {
    const rows = [
      contract({ product: "Privileged access management (product not named)" }),
      contract({ product: "Bloomberg" }),
    ];
    expect(contractReadings(rows)).toMatchObject({
      readings: [],
      rejects: [{ reason: "the contract names no product" }, { reason: "market data, not software" }],
    });
  });

  test("a licence for all of a vendor's products is the supplier's, not one product's", () => {
    expect(contractFromRow(contract({ product: "Salesforce" }))).toMatchObject({
      subject: { name: "Salesforce", kind: "supplier" },
    });
  });

  test("what a contract covers is as exact as its title, and an edition that it names is stated", () => {
    expect(contractFromRow(contract())).toMatchObject({
      fact: { covers: "Unlimited edition" },
      evidence: { note: expect.stringMatching(/Seats are not stated/) },
    });
    expect(contractFromRow(contract({ product: "Jira", contract: "PO-0506" }))).toMatchObject({
      fact: { covers: "Renewal of software licences 2025-2026" },
      evidence: { note: expect.stringMatching(/Seats and edition are not stated/) },
    });
    expect(contractFromRow(contract({ product: "Jira", contract: "PICH0011201" }))).toMatchObject({
      fact: { covers: "Renewal of the software service" },
    });
  });

  test("a buyer that is only named again is named once", () => {
    expect(contractFromRow(contract({ buyer: "ACT Government, ACT Government" }))).toMatchObject({
      fact: { buyer: "ACT Government" },
    });
  });
});
