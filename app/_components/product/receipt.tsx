import type { ReceiptView } from "@/lib/format/receipt";

type Props = {
  view: ReceiptView;
  /** Maps evidence ids to row numbers of the page's evidence table. */
  numbers?: Readonly<Record<string, number>>;
};

/** Shows a cost as an invoice: line, quantity, unit price, amount, basis. Unknown costs are at the bottom. */
export function Receipt({ view, numbers = {} }: Props) {
  return (
    <div className="bill" data-testid="receipt">
      <table className="ledger ledger-stack">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col">Unit price</th>
            <th scope="col">Basis</th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {view.lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                {line.label}
                <Numbers ids={line.evidence} numbers={numbers} />
              </th>
              <td className="num" data-label="Quantity">
                {line.quantity}
              </td>
              <td className={line.unitPrice ? "" : "empty"} data-label="Unit price">
                {line.unitPrice}
              </td>
              <td data-label="Basis">{line.basis}</td>
              <td className="num" data-label="Amount">
                {line.amount}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {view.total.label}
            </th>
            <td className={view.total.amount ? "num" : "num hatch"} data-testid="receipt-total">
              {view.total.amount ?? <span className="unknown">unknown</span>}
            </td>
          </tr>
        </tfoot>
      </table>
      {view.notes.length > 0 ? <p className="bill-notes">{view.notes.join(" · ")}</p> : null}
      <ul className="note bill-foot">
        {view.unknowns.map((text) => (
          <li key={text} className="doubt">
            Unknown: {text}
          </li>
        ))}
        {view.optional.map(({ key, label, amount, evidence }) => (
          <li key={key}>
            Not in the total: {label}, {amount}
            <Numbers ids={evidence} numbers={numbers} />
          </li>
        ))}
        {view.notCounted.map(({ key, label, reason }) => (
          <li key={key}>
            Not included: {label}. {reason}
          </li>
        ))}
        {view.assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>
          Receipt {view.id}, engine {view.engineVersion}, prices as of {view.asOf}.
        </li>
      </ul>
    </div>
  );
}

function Numbers({ ids, numbers }: { ids: readonly string[]; numbers: Readonly<Record<string, number>> }) {
  const known = ids.flatMap((id) => numbers[id] ?? []).sort((a, b) => a - b);
  if (known.length === 0) return null;
  return (
    <sup className="marks">
      {known.map((number, index) => (
        <span key={number}>
          {index > 0 ? "," : ""}
          <a href={`#ev-${number}`} className="mark" aria-label={`Evidence ${number}`}>
            {number}
          </a>
        </span>
      ))}
    </sup>
  );
}
