import { Desk, DeskSearch, Pager } from "@/app/_components/commerce/desk";
import { PurchaseTable } from "@/app/_components/commerce/purchase-table";
import { deskMetadata } from "@/app/_data/operator";
import { findPurchases } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";

export const generateMetadata = deskMetadata("Purchases");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PurchasesPage({ searchParams }: Props) {
  await requireOperator();
  const { rows, text, page, pages, total } = await findPurchases(await searchParams);
  return (
    <Desk here="/admin/purchases" title="Purchases">
      <DeskSearch text={text} label="Email address, category or ID" />
      {rows.length === 0 ? <p>{text ? "No purchase matches." : "No purchases yet."}</p> : <PurchaseTable rows={rows} />}
      <Pager page={page} pages={pages} total={total} query={{ q: text }} />
    </Desk>
  );
}
