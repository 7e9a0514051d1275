import { citations } from "@/lib/format/cite";
import type { PricingRecord } from "@/lib/schemas/record";

export function Cite({ record }: { record: PricingRecord }) {
  return (
    <div className="grid max-w-read gap-4">
      {citations(record).map(({ id, label, text }) => (
        <div key={id}>
          <div className="flex items-baseline justify-between gap-4">
            <h3>{label}</h3>
            <span className="needs-script no-print text-table">
              <span role="status" className="note mr-2" />
              <button
                type="button"
                className="text-button"
                data-copy={`cite-${id}`}
                aria-label={`Copy the ${label} citation`}
              >
                Copy
              </button>
            </span>
          </div>
          <pre className="quote" id={`cite-${id}`}>
            {text}
          </pre>
        </div>
      ))}
      <p className="no-print text-table">
        To show this price on your own site, use a <a href={`/badges?product=${record.slug}`}>badge or card</a>.
      </p>
    </div>
  );
}
