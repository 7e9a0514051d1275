import { type Collector, ListChangedError, type ListRequest } from "../collector";
import { mostAre, notEmpty, readJson } from "../shared/list-form";
import { azureList, Item, Page, REGIONS, SERVICES } from "./parser";

const API = "https://prices.azure.com/api/retail/prices";
const WHAT = "a page of Azure's retail prices";

function requestOf(service: string): ListRequest {
  const regions = REGIONS.map((region) => `armRegionName eq '${region}'`).join(" or ");
  const query = new URLSearchParams({
    "api-version": "2023-01-01-preview",
    currencyCode: "USD",
    $filter: `serviceName eq '${service}' and priceType eq 'Consumption' and (${regions})`,
  });
  return { url: `${API}?${query}`, accept: "application/json" };
}

export const collector: Collector = {
  source: "azure-retail-prices",
  everyDays: 7,
  maxBytes: 128 * 1024 * 1024,
  requests: () => Object.keys(SERVICES).map(requestOf),
  next(text, { url }) {
    const { NextPageLink: link } = readJson(Page, text, WHAT);
    if (link === null || link === "") return null;
    // The list names its next page, which must be on the same host.
    if (!URL.canParse(link) || new URL(link).hostname !== new URL(url).hostname)
      throw new ListChangedError(`${WHAT} leads to another address: ${link.slice(0, 200)}`);
    const next = new URL(link);
    next.protocol = "https:";
    next.port = "";
    return { url: next.href, accept: "application/json" };
  },
  parse(files, { day }) {
    const rows = files.flatMap(({ text }) => readJson(Page, text, WHAT).Items);
    const items = rows.map((row) => Item.safeParse(row).data ?? null);
    mostAre(items, (item) => item !== null, "of Azure's list are prices");
    const { readings, rejects } = azureList(
      items.flatMap((item) => item ?? []),
      { day, url: API },
    );
    const odd = items.filter((item) => item === null).map(() => ({ row: "unnamed", reason: "a row in another form" }));
    return notEmpty({ readings, rejects: [...rejects, ...odd] }, "Azure's list");
  },
};
