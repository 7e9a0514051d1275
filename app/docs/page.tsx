import type { Metadata } from "next";
import { connection } from "next/server";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { OperationEntry } from "@/app/_components/docs/operation-entry";
import { Topic } from "@/app/_components/docs/topic";
import { site } from "@/app/_data/site";
import { FAIR_USE_CALLS_A_DAY, KEYLESS } from "@/lib/access/rate-limit";
import { reference } from "./data";
import "./docs.css";

const FILE_HEADERS = [
  {
    names: ["X-Content-SHA256", "Repr-Digest"],
    text: "SHA-256 of the whole file, in hex and as RFC 9530 writes it. The same for a part of it.",
  },
  { names: ["ETag"], text: "The same digest. For an unchanged file, If-None-Match is answered with 304." },
  { names: ["Accept-Ranges"], text: "bytes: one range at a time, answered by 206." },
  {
    names: ["Download-Limit", "Download-Remaining"],
    text: "How many downloads the link allows, and how many are left after this one.",
  },
  { names: ["Download-Expires"], text: "The instant at which the link ends." },
];

const RESUMING = `curl --fail --dump-header headers --output file.json "$LINK"
# interrupted: continue where it stopped
ETAG=$(sed -n 's/^etag: //Ip' headers | tr -d '\\r')
curl --fail --continue-at - --header "If-Range: $ETAG" --output file.json "$LINK"
# both show the same digest
sha256sum file.json; grep -i x-content-sha256 headers`;

export function generateMetadata(): Metadata {
  return {
    title: "API reference",
    description:
      "Every operation of the software pricing API: parameters, errors, examples with their real answers, and a form to send a request.",
    alternates: { canonical: `${site().url}/docs` },
  };
}

export default async function DocsPage() {
  await connection();
  const { url } = site();
  const entries = await reference();
  const tags = [...new Set(entries.map(({ tag }) => tag))];
  const topics = [
    { id: "access", title: "Access and rate limit" },
    { id: "conventions", title: "Conventions" },
    { id: "errors", title: "Errors" },
    { id: "files", title: "Bought files" },
  ];
  return (
    <>
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Software", href: "/" }, { name: "API reference" }]} />
      </div>
      <header className="pt-3 pb-6">
        <h1>API reference</h1>
        <p className="mt-3 max-w-read text-ink-2">
          {`${entries.length} operations under `}
          <code className="break-all">{`${url}/api/v2`}</code>
          {`, free and without a key, except for bulk data. Each answer below was given by the catalogue as it stands today; long ones are cut short and say so.`}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-table">
          <a href="/api/v2/openapi.json">OpenAPI 3.1 description</a>
          <a href="/agents">The same over MCP, for agents</a>
          <a href="/docs/shapes">Shapes of the answers</a>
          <a href="/problems">All errors</a>
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 min-[75rem]:grid-cols-[10.5rem_minmax(0,1fr)]">
        <nav
          aria-label="Operations"
          className="no-print self-start text-table min-[75rem]:sticky min-[75rem]:top-0 min-[75rem]:max-h-dvh min-[75rem]:overflow-y-auto min-[75rem]:pb-4"
        >
          <ul className="border-t border-(--rule-strong) pt-4">
            {topics.map(({ id, title }) => (
              <li key={id} className="py-0.5">
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
          {tags.map((tag) => (
            <div key={tag} className="mt-4">
              <h2 className="text-note text-ink-3">{tag}</h2>
              <ul>
                {entries
                  .filter((entry) => entry.tag === tag)
                  .map(({ name, summary }) => (
                    <li key={name} className="py-0.5">
                      <a href={`#${name}`}>{summary}</a>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="min-w-0">
          <Topic id="access" title="Access and rate limit">
            <p>{`Free, without a key or a sign-in: ${KEYLESS.quota} requests in ${KEYLESS.windowSeconds} seconds from one address. ${FAIR_USE_CALLS_A_DAY} calls a day is a guideline of fair use. REST and MCP share the count.`}</p>
            <p>
              <code>RateLimit-Policy</code> states the quota, <code>RateLimit</code> what is left of it. A request above
              it is answered with 429 <ErrorCode code="rate_limited" />; <code>Retry-After</code> gives the seconds to
              wait.
            </p>
            <p>
              Answers that can be kept carry an <code>ETag</code>. Send it back as <code>If-None-Match</code>; an
              unchanged answer is 304 without a body. Any page may call the API from the browser.
            </p>
          </Topic>
          <Topic id="conventions" title="Conventions">
            <p>
              An unknown price is <code>null</code>, never 0, and <code>priceStatus</code> says why:{" "}
              <code>contact_sales</code>, <code>not_published</code>, <code>not_applicable</code> or{" "}
              <code>unverified</code>.
            </p>
            <p>
              Every figure names its <code>evidence</code>: ids of entries in the same answer with source, day and
              licence. Amounts are numbers in the <code>currency</code> beside them; none is converted.
            </p>
            <p>
              <code>asOf</code> asks what was known on a day, YYYY-MM-DD in UTC. <code>fields</code> and{" "}
              <code>depth</code> make an answer shorter. A list is comma-separated. An unknown parameter is refused, not
              ignored.
            </p>
            <p>
              Link to <code>links.page</code> when you state a figure. Answers may gain members; ignore those you do not
              know.
            </p>
          </Topic>
          <Topic id="errors" title="Errors">
            <p>
              Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>; read{" "}
              <code>detail</code>; quote <code>requestId</code>. <code>retryable</code> says whether the same request
              may succeed later, and <code>errors</code> names each field that is wrong.
            </p>
            <p>
              <a href="/problems">All errors, with what to do about each</a>
            </p>
          </Topic>
          <Topic id="files" title="Bought files">
            <p>
              A <a href="/pricing#file">category file</a> is read at <code>/files/</code> and the token of its link,
              without a key. <code>GET</code> is counted before the first byte goes out. <code>HEAD</code>, 304 and
              every refusal are not.
            </p>
            <table className="ledger ledger-stack">
              <thead>
                <tr>
                  <th scope="col">Header</th>
                  <th scope="col">What it says</th>
                </tr>
              </thead>
              <tbody>
                {FILE_HEADERS.map(({ names, text }) => (
                  <tr key={names.join()}>
                    <th scope="row">
                      {names.map((name) => (
                        <code key={name} className="block whitespace-nowrap">
                          {name}
                        </code>
                      ))}
                    </th>
                    <td data-label="What it says">{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p>
              An interrupted download continues with <code>Range</code>. Within an hour, from the same address, that is
              the same download. With <code>If-Range</code> set to the <code>ETag</code>, bytes of another file are
              never appended. Here <code>$LINK</code> is the link:
            </p>
            <pre className="quote">
              <code>{RESUMING}</code>
            </pre>
            <p>
              <ErrorCode code="download_expired" />, <ErrorCode code="download_exhausted" /> and{" "}
              <ErrorCode code="download_revoked" /> (refunded) are 410, <ErrorCode code="download_not_found" /> is 404.{" "}
              <ErrorCode code="range_not_satisfiable" /> is 416: nothing is left to read.
            </p>
          </Topic>
          {entries.map((entry) => (
            <OperationEntry key={entry.name} entry={entry} siteUrl={url} />
          ))}
        </div>
      </div>
    </>
  );
}

function ErrorCode({ code }: { code: string }) {
  return (
    <a href={`/problems/${code}`}>
      <code>{code}</code>
    </a>
  );
}
