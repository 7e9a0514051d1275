import type { RatesFact } from "@/lib/schemas/observation";
import type { Meter } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { csvAdapter, type Row } from "../shared/small-lists";

const DOMAIN_LIST = "https://github.com/7c/domain-prices/tree/db50ed2eab9d006815a86dc603fec78aa0118a75";
const DOMAIN_DAY = "2026-01-01";

const DOMAIN_METERS = [
  { column: "renew_usd_year", name: "domainRenewalYears", unit: "domain-year" },
  { column: "transfer_usd", name: "domainTransfers", unit: "transfer" },
  { column: "restore_usd", name: "domainRestores", unit: "restore" },
] as const;
/** The first year. The list's registration prices include promotions, which are below the renewal price. */
const REGISTRATION = { column: "register_usd_year", name: "domainRegistrationYears", unit: "domain-year" } as const;

export function domainReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = rows.flatMap((row): Reading<RatesFact>[] => {
    const renewal = Number(row.renew_usd_year);
    if (!(renewal > 0)) {
      rejects.push({ row: `.${row.tld}`, reason: "a price of 0: unknown, not free" });
      return [];
    }
    const meters = [...DOMAIN_METERS, REGISTRATION].flatMap(({ column, name, unit }): Meter[] => {
      const price = Number(row[column]);
      if (!(price > 0)) {
        rejects.push({ row: `.${row.tld} ${column}`, reason: "a price of 0: unknown, not free" });
        return [];
      }
      const when = column === "register_usd_year" && price < renewal ? "first year, may be a promotion" : null;
      const prices = [{ unitPrice: price, from: 0, upTo: null, when }];
      return [{ name, unit, per: 1, mode: "standard", tierMode: null, prices }];
    });
    return [
      {
        subject: {
          name: "Dynadot",
          vendor: "Dynadot",
          domain: "dynadot.com",
          pricingPage: "https://www.dynadot.com/domain/prices",
        },
        trust: "B",
        observedAt: DOMAIN_DAY,
        evidence: { url: DOMAIN_LIST },
        fact: { kind: "rates", model: `.${row.tld}`, currency: "USD", meters },
      },
    ];
  });
  return { readings, rejects };
}

export const domainPrices = csvAdapter("dynadot-domains", "tld-dynadot-2026-01-01.csv", domainReadings);
