import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FamilyMember } from "@/lib/schemas/record";
import { Members } from "./members";

const member = (name: string, startingPrice: number | null, over: Partial<FamilyMember> = {}): FamilyMember => {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  return {
    slug,
    name,
    startingPrice,
    highestPrice: startingPrice,
    currency: startingPrice === null ? null : "USD",
    priceUnit: startingPrice === null ? null : "user/month",
    priceStatus: startingPrice === null ? "unverified" : "published",
    pricingModel: null,
    links: { page: `https://prices.example/software/crm/${slug}` },
    ...over,
  };
};
const range = { low: 9, median: 17, high: 25, currency: "USD", unit: "user/month", display: "", products: 2 };

test("every product of a family stands on its page with a link, a price, or the word that none is known", () => {
  const agents = member("Acme Agents", null, { priceStatus: "not_applicable", pricingModel: "usage" });
  const members = [member("Acme CRM", 25), member("Acme Chat", 9), agents, member("Acme Desk", null)];
  const html = renderToStaticMarkup(<Members members={members} range={range} />);
  for (const { slug, name } of members) expect(html).toContain(`<a href="/software/crm/${slug}">${name}</a>`);
  const [table = "", rest = ""] = html.split("No known price");
  expect(table).toContain("$25");
  expect(table).toContain("priced by usage");
  expect(table.match(/<svg/g)).toHaveLength(2);
  expect(rest).toContain("Acme Desk");
  expect(rest).toContain("not yet checked");
});

test("prices that cannot stand on one axis are not drawn", () => {
  const members = [member("Acme CRM", 25), member("Acme Cloud", 5, { currency: "EUR" })];
  const html = renderToStaticMarkup(<Members members={members} range={{ ...range, low: null, high: null }} />);
  expect(html).not.toContain("<svg");
  expect(html).toContain("€5");
});
