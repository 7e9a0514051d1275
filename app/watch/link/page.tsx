import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findProduct } from "@/app/_data/catalog";
import { linkedWatch } from "@/lib/watches/watches";
import "@/app/_components/commerce/commerce.css";

export const metadata: Metadata = { title: "Price watch", robots: { index: false } };

type Props = { searchParams: Promise<{ id?: string | string[]; key?: string | string[] }> };

/** Opening this page changes nothing, because mail scanners open every link. Only the button does. */
export default async function WatchLink({ searchParams }: Props) {
  const { id, key } = await searchParams;
  const watch = await linkedWatch({ id, key });
  if (!watch) redirect("/watch/done?was=gone");
  const name = (await findProduct(watch.product))?.name ?? watch.product;
  const isConfirmed = watch.confirmedAt !== null;
  return (
    <div className="max-w-read py-10">
      <h1>{isConfirmed ? `You are watching the price of ${name}` : `Watch the price of ${name}`}</h1>
      <p className="mt-4">
        {"When we have a price, we will send one email to "}
        <strong className="wrap-anywhere">{watch.email}</strong>
        {isConfirmed ? "." : ". Then your address is deleted."}
      </p>
      <form action="/watch" method="post" className="mt-6 flex flex-wrap gap-3">
        <input type="hidden" name="id" value={watch.id} />
        <input type="hidden" name="key" value={String(key)} />
        {isConfirmed ? null : (
          <button type="submit" name="do" value="confirm" className="button">
            Yes, email me
          </button>
        )}
        <button type="submit" name="do" value="stop" className="button button-quiet">
          {isConfirmed ? "Stop and delete my address" : "No, delete my address"}
        </button>
      </form>
    </div>
  );
}
