import { addDays } from "@/lib/catalog/day";
import { formatDay } from "@/lib/format/dates";

export type WithdrawnProduct = { slug: string; name: string; withdrawnOn: string; reason: string };

/** The page of a product whose observations were all withdrawn. */
export function Withdrawn({ slug, name, withdrawnOn, reason }: WithdrawnProduct) {
  const before = addDays(withdrawnOn, -1);
  return (
    <>
      <h1>{name}</h1>
      <p className="mt-4">
        {`Available until ${formatDay(before)}. The data on this page was withdrawn on ${formatDay(withdrawnOn)}: ${reason}.`}
      </p>
      <p className="mt-2">
        <a href={`/api/v2/pricing/${slug}?asOf=${before}`}>View the earlier record</a>
        {" · "}
        <a href={`/changes?product=${slug}&class=correction`}>View the correction in the price changes</a>
      </p>
    </>
  );
}
