import { CopyButton } from "./copy-button";

type Props = { apiKey: string; siteUrl: string; untilUse?: boolean };

/** @param untilUse the page shows the key again until its first use */
export function NewKey({ apiKey, siteUrl, untilUse = false }: Props) {
  const example = `curl -H "Authorization: Bearer ${apiKey}" "${siteUrl}/api/v2/bulk?category=crm&format=ndjson"`;
  return (
    <section aria-labelledby="new-key" className="mt-6 max-w-read">
      <h2 id="new-key">Your API key</h2>
      <p className="mt-2">
        <strong>
          Copy it now. {untilUse ? "It is not shown again after its first use." : "It is shown only once."}
        </strong>{" "}
        We store only its digest.
      </p>
      <p className="secret mt-3" data-testid="new-key">
        {apiKey}
      </p>
      <p className="mt-3">
        <CopyButton text={apiKey} what="key" />
      </p>
      <h3 className="mt-4">Try it</h3>
      <pre className="quote mt-2">
        <code>{example}</code>
      </pre>
    </section>
  );
}
