import { describe, expect, test } from "vitest";
import { domainReadings } from "./parser";

describe("domain prices", () => {
  const domain = (tld: string, register: string, renew: string, transfer = renew, restore = "100") => ({
    tld,
    register_usd_year: register,
    renew_usd_year: renew,
    transfer_usd: transfer,
    restore_usd: restore,
  });
  const meters = (row: Record<string, string>) =>
    domainReadings([row]).readings.flatMap(({ fact }) =>
      fact.kind === "rates" ? fact.meters.map(({ name, prices }) => [name, prices[0]?.unitPrice, prices[0]?.when]) : [],
    );

  test("a registration below the renewal holds for the first year and may be a promotion", () => {
    expect(meters(domain("bot", "31", "50"))).toEqual([
      ["domainRenewalYears", 50, null],
      ["domainTransfers", 50, null],
      ["domainRestores", 100, null],
      ["domainRegistrationYears", 31, "first year, may be a promotion"],
    ]);
    expect(meters(domain("com", "10.88", "10.88")).at(-1)).toEqual(["domainRegistrationYears", 10.88, null]);
  });

  test("0 is unknown, not free", () => {
    expect(meters(domain("co.uk", "4.68", "6.29", "0", "0"))).toEqual([
      ["domainRenewalYears", 6.29, null],
      ["domainRegistrationYears", 4.68, "first year, may be a promotion"],
    ]);
    expect(domainReadings([domain("aaa.pro", "0", "0", "0", "0")]).readings).toEqual([]);
  });
});
