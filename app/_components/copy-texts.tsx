type Props = { id: string; texts: readonly { label: string; text: string }[] };

/** Texts with a copy button each, if JavaScript is on: see EvidencePanel. */
export function CopyTexts({ id, texts }: Props) {
  return (
    <div className="grid max-w-read gap-4">
      {texts.map(({ label, text }, index) => (
        <div key={label}>
          <div className="flex items-baseline justify-between gap-4">
            <h3>{label}</h3>
            <span className="needs-script no-print text-table">
              <span role="status" className="note mr-2" />
              <button type="button" className="text-button" data-copy={`${id}-${index}`} aria-label={`Copy: ${label}`}>
                Copy
              </button>
            </span>
          </div>
          <pre className="quote" id={`${id}-${index}`}>
            {text}
          </pre>
        </div>
      ))}
    </div>
  );
}
