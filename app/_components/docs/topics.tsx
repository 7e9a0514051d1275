import type { ReactNode } from "react";
import { COST_RULE, FAIR_USE_CALLS_A_DAY, KEYLESS, WORK_RULE } from "@/lib/access/rate-limit";
import { ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/errors";
import type { DocsTopic } from "@/lib/openapi/docs-pages";
import type { ReferenceAnswer } from "@/lib/openapi/reference";
import { CodeBlock } from "./code-block";

const FILE_HEADERS = [
  {
    names: ["X-Content-SHA256", "Repr-Digest"],
    text: "SHA-256 hash of the whole file, in hex and in RFC 9530 format. Also sent with partial responses, for the whole file.",
  },
  {
    names: ["ETag"],
    text: "The same hash. If you send it as If-None-Match and the file has not changed, the response is 304.",
  },
  { names: ["Accept-Ranges"], text: "bytes. One range per request, returned with status 206." },
  {
    names: ["Download-Limit", "Download-Remaining"],
    text: "Number of downloads that the link allows, and number left after this one.",
  },
  { names: ["Download-Expires"], text: "Time at which the link expires." },
];

const RESUMING = `curl --fail --dump-header headers --output file.json "$LINK"
# if interrupted, resume the download
ETAG=$(sed -n 's/^etag: //Ip' headers | tr -d '\\r')
curl --fail --continue-at - --header "If-Range: $ETAG" --output file.json "$LINK"
# both must show the same hash
sha256sum file.json; grep -i x-content-sha256 headers`;

/** @param refusal an example of an error response, with its request */
export function topicText(topic: DocsTopic, refusal: ReferenceAnswer | null): ReactNode {
  return { access: <Access />, conventions: <Conventions />, errors: <Errors refusal={refusal} />, files: <Files /> }[
    topic
  ];
}

function Access() {
  return (
    <>
      <p>{`The API is free, without a key or an account: up to ${KEYLESS.quota} requests per ${KEYLESS.windowSeconds} seconds from one IP address. The fair-use guideline is ${FAIR_USE_CALLS_A_DAY} calls a day. REST and MCP share one quota. ${COST_RULE} ${WORK_RULE}`}</p>
      <p>
        <code>RateLimit-Policy</code> states the quota, and <code>RateLimit</code> the requests left. Requests over the
        quota fail with 429 <Code code="rate_limited" />. <code>Retry-After</code> gives the number of seconds to wait.
      </p>
      <p>
        Cacheable responses have an <code>ETag</code>. Send it back as <code>If-None-Match</code>: if nothing has
        changed, the response is 304 without a body. Any web page may call the API from the browser.
      </p>
    </>
  );
}

function Conventions() {
  return (
    <>
      <p>
        An unknown price is <code>null</code>, never 0. <code>priceStatus</code> says why: <code>contact_sales</code>,{" "}
        <code>not_published</code>, <code>not_applicable</code> or <code>unverified</code>.
      </p>
      <p>
        A percentage price, such as 2.9% + $0.30 per payment, is in <code>percentageFees</code> of a tier. Its{" "}
        <code>listPrice</code> is <code>null</code>; lists state it as <code>priceSummary</code>. To calculate it, send{" "}
        <code>volume</code> (money per month) and <code>transactions</code> to <code>POST /api/v2/tco</code>.
      </p>
      <p>
        <code>null</code> means unknown or none. A field is absent if <code>fields</code> does not include it, if its
        group has no data, or if <code>depth=summary</code> leaves it out because it is null, empty or the default
        value. In the objects returned, prices, currencies and units are always present.
      </p>
      <p>
        Every figure cites its <code>evidence</code>: IDs of entries in the same response, with source, date and
        licence. Amounts are numbers in the <code>currency</code> next to them. No amount is converted.
      </p>
      <p>
        Set <code>asOf</code> to get the data as known on a date, YYYY-MM-DD in UTC. Use <code>fields</code> and{" "}
        <code>depth</code> to shorten a response. Lists are comma-separated or repeated, with or without brackets. An
        unknown parameter is an error; it is not ignored.
      </p>
      <p>
        Link to <code>links.page</code> when you cite a figure. New fields may be added to responses; ignore fields you
        do not know.
      </p>
    </>
  );
}

function Errors({ refusal }: { refusal: ReferenceAnswer | null }) {
  return (
    <>
      <p>
        Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, read{" "}
        <code>detail</code> for the cause, and quote <code>requestId</code> when you report a problem.{" "}
        <code>retryable</code> is true if the same request may succeed later. <code>errors</code> lists every invalid
        field.
      </p>
      {refusal ? (
        <div>
          <p className="note mb-1">
            <code className="break-all">{`${refusal.request.method} ${refusal.request.address}`}</code>
            {` returns ${refusal.status}:`}
          </p>
          <CodeBlock id="refusal" label="Example error" code={refusal.text} className="answer" />
        </div>
      ) : null}
      <ul className="text-table">
        {ERROR_CODES.map((code) => (
          <li key={code} className="py-0.5">
            {ERRORS[code].status} <Code code={code} />
            {`: ${ERRORS[code].title}.`}
          </li>
        ))}
      </ul>
      <p>
        <a href="/problems">Cause and fix of every error</a>
      </p>
    </>
  );
}

function Files() {
  return (
    <>
      <p>
        Download a <a href="/pricing#file">category file</a> from <code>/files/</code> followed by the token of your
        link. No key is needed. A <code>GET</code> counts as a download before the first byte is sent. Requests with{" "}
        <code>HEAD</code>, 304 responses and errors do not count.
      </p>
      <table className="ledger ledger-stack">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Description</th>
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
              <td data-label="Description">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        To resume an interrupted download, send <code>Range</code>. Within an hour and from the same IP address, it
        counts as the same download. Set <code>If-Range</code> to the <code>ETag</code> so that bytes of a different
        file are never appended. In this example, <code>$LINK</code> is your download link:
      </p>
      <CodeBlock id="resuming" label="Resume a download" code={RESUMING} />
      <p>
        <Code code="download_expired" />, <Code code="download_exhausted" /> and <Code code="download_revoked" />{" "}
        (refunded) have status 410. <Code code="download_not_found" /> has status 404.{" "}
        <Code code="range_not_satisfiable" /> has status 416: there is nothing left to download.
      </p>
    </>
  );
}

function Code({ code }: { code: ErrorCode }) {
  return (
    <a href={`/problems/${code}`}>
      <code>{code}</code>
    </a>
  );
}
