import "../tools.css";
import "./code.css";

type Props = { id: string; label: string; code: string; className?: string };

/** Code with a copy button, if JavaScript is on: see PageTools. */
export function CodeBlock({ id, label, code, className = "quote" }: Props) {
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, and the keyboard has to reach it */}
      <pre tabIndex={0} className={className}>
        <code id={id}>{code}</code>
      </pre>
      <span className="needs-script no-print text-table">
        <button type="button" className="text-button" data-copy={id} aria-label={`Copy: ${label}`}>
          Copy
        </button>
        <span role="status" className="note" />
      </span>
    </div>
  );
}
