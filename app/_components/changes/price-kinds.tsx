import { type Filters, ledgerPath, PRICE_KINDS } from "@/app/_data/changes";
import { priceKindWords } from "@/lib/format/ledger";
import { formatNumber } from "@/lib/format/money";

type Props = { filters: Filters; counts: { list: number; rates: number } };

/** Separates list prices from model rates and usage rates, which are most of the ledger. */
export function PriceKinds({ filters, counts }: Props) {
  const all = { ...counts, both: counts.list + counts.rates };
  return (
    <nav aria-label="Price types" className="price-kinds">
      <ul>
        {PRICE_KINDS.map((kind) => (
          <li key={kind}>
            <a
              href={ledgerPath("/changes", { ...filters, prices: kind })}
              aria-current={filters.prices === kind ? "page" : undefined}
            >
              {priceKindWords(kind)}
            </a>{" "}
            <span className="note">
              {formatNumber(all[kind])} {all[kind] === 1 ? "change" : "changes"}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
