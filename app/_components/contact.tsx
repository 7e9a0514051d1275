import { type Imprint, imprint } from "@/lib/imprint";

/** Names a way to reach the operator, as the end of a sentence. */
export function Contact({ subject }: { subject?: string }) {
  const { email } = imprint();
  if (email) return <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`}>{email}</a>;
  return <>the “Report an error” form on any product’s page</>;
}

export function OperatorSentence() {
  const { name, address } = imprint();
  if (!name) {
    return (
      <>
        This deployment does not name its operator. <a href="/about#operator">What this means</a>.
      </>
    );
  }
  return (
    <>
      {`This service is run by ${[name, ...address].join(", ")}: `}
      <a href="/about#operator">imprint</a>.
    </>
  );
}

/** Explains in one sentence how to request a refund. */
export function RefundSentence() {
  const { email } = imprint();
  if (!email) return <>This deployment has no email address for refunds.</>;
  return (
    <>
      To request a refund, email <Contact subject="Refund" />.
    </>
  );
}

export function ImprintLines({ name, address, details, email }: Imprint) {
  const rows = [
    { term: "Operator", lines: name ? [name] : [] },
    { term: "Postal address", lines: address },
    { term: "Details", lines: details },
  ];
  return (
    <dl className="terms max-w-read">
      {rows
        .filter(({ lines }) => lines.length > 0)
        .map(({ term, lines }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        ))}
      {email ? (
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
