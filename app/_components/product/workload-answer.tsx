import type { WorkloadView } from "@/lib/format/workload";

export function WorkloadAnswer({ view: { rows, summary } }: { view: WorkloadView }) {
  return (
    <div data-testid="workload">
      {rows.length > 0 ? (
        <table className="ledger ledger-stack workload">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Breakdown</th>
              <th scope="col" className="num">
                Per month
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ model, name, lines, warnings, total }) => (
              <tr key={model} data-estimate={model}>
                <th scope="row">{name}</th>
                <td data-label="Breakdown" className="text-ink-2">
                  <div>
                    {lines.map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                    {warnings.map((warning) => (
                      <div key={warning} className="note">
                        {warning}
                      </div>
                    ))}
                  </div>
                </td>
                <td className="num" data-label="Per month">
                  <strong className="font-semibold">{total}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className="note mt-2">{summary}</p>
    </div>
  );
}
