import { addDays } from "@/lib/catalog/day";
import { formatDay } from "@/lib/format/dates";

export type WithdrawnProduct = { slug: string; name: string; withdrawnOn: string; reason: string };

/** Stands in for the page of a product of which nothing is known any more. */
export function Withdrawn({ slug, name, withdrawnOn, reason }: WithdrawnProduct) {
  const before = addDays(withdrawnOn, -1);
  return (
    <>
      <h1>{name}</h1>
      <p className="mt-4">
        {`Known until ${formatDay(before)}. What was shown here was withdrawn on ${formatDay(withdrawnOn)}: ${reason}.`}
      </p>
      <p className="mt-2">
        <a href={`/api/v2/pricing/${slug}?asOf=${before}`}>The record as it was</a>
        {" · "}
        <a href={`/changes?product=${slug}&class=correction`}>The correction in the ledger</a>
      </p>
    </>
  );
}
