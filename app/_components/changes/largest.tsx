import { productPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { changeText } from "@/lib/format/ledger";
import type { LedgerChange } from "@/lib/schemas/changes";
import { Step } from "./step";

export function Largest({ title, changes }: { title: string; changes: readonly LedgerChange[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {changes.length === 0 ? (
        <p className="mt-1 text-table text-ink-2">None in this period.</p>
      ) : (
        <ol className="mt-1 text-table">
          {changes.map((change) => {
            const text = changeText(change);
            return (
              <li key={change.id} className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5">
                <span className="min-w-0">
                  <a href={productPath(change.product)}>{change.product.name}</a>
                  <span className="note block">
                    {`${text.what}: ${text.before} → ${text.after}${text.unit ? ` ${text.unit}` : ""}, ${text.range ?? formatDay(change.day)}, confidence ${text.confidence}`}
                  </span>
                </span>
                <Step text={text} />
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
