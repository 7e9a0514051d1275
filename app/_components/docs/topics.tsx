import type { ReactNode } from "react";
import { COST_RULE, FAIR_USE_CALLS_A_DAY, KEYLESS } from "@/lib/access/rate-limit";
import { ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/errors";
import type { DocsTopic } from "@/lib/openapi/docs-pages";
import type { ReferenceAnswer } from "@/lib/openapi/reference";
import { CodeBlock } from "./code-block";

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

/** @param refusal an error as the service answers it, with the request that it answers */
export function topicText(topic: DocsTopic, refusal: ReferenceAnswer | null): ReactNode {
  return { access: <Access />, conventions: <Conventions />, errors: <Errors refusal={refusal} />, files: <Files /> }[
    topic
  ];
}

function Access() {
  return (
    <>
      <p>{`Free, without a key or a sign-in: ${KEYLESS.quota} requests in ${KEYLESS.windowSeconds} seconds from one address. ${FAIR_USE_CALLS_A_DAY} calls a day is a guideline of fair use. REST and MCP share the count. ${COST_RULE}`}</p>
      <p>
        <code>RateLimit-Policy</code> states the quota, <code>RateLimit</code> what is left of it. A request above it is
        answered with 429 <Code code="rate_limited" />; <code>Retry-After</code> gives the seconds to wait.
      </p>
      <p>
        Answers that can be kept carry an <code>ETag</code>. Send it back as <code>If-None-Match</code>; an unchanged
        answer is 304 without a body. Any page may call the API from the browser.
      </p>
    </>
  );
}

function Conventions() {
  return (
    <>
      <p>
        An unknown price is <code>null</code>, never 0, and <code>priceStatus</code> says why:{" "}
        <code>contact_sales</code>, <code>not_published</code>, <code>not_applicable</code> or <code>unverified</code>.
      </p>
      <p>
        What is <code>null</code> is not known, or there is none. What is absent is not part of the answer:{" "}
        <code>fields</code> did not ask for it, nothing is known of its group, or a summary leaves it out because it is
        null, empty or the usual value. Prices, their currency and their unit are never left out of what is shown.
      </p>
      <p>
        Every figure names its <code>evidence</code>: ids of entries in the same answer with source, day and licence.
        Amounts are numbers in the <code>currency</code> beside them; none is converted.
      </p>
      <p>
        <code>asOf</code> asks what was known on a day, YYYY-MM-DD in UTC. <code>fields</code> and <code>depth</code>{" "}
        make an answer shorter. A list is comma-separated or repeated, with or without brackets. An unknown parameter is
        refused, not ignored.
      </p>
      <p>
        Link to <code>links.page</code> when you state a figure. Answers may gain members; ignore those you do not know.
      </p>
    </>
  );
}

function Errors({ refusal }: { refusal: ReferenceAnswer | null }) {
  return (
    <>
      <p>
        Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>; read{" "}
        <code>detail</code>; quote <code>requestId</code>. <code>retryable</code> says whether the same request may
        succeed later, and <code>errors</code> names each field that is wrong.
      </p>
      {refusal ? (
        <div>
          <p className="note mb-1">
            <code className="break-all">{`${refusal.request.method} ${refusal.request.address}`}</code>
            {` answers ${refusal.status}:`}
          </p>
          <CodeBlock id="refusal" label="An error" code={refusal.text} className="answer" />
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
        <a href="/problems">What each means and what to do about it</a>
      </p>
    </>
  );
}

function Files() {
  return (
    <>
      <p>
        A <a href="/pricing#file">category file</a> is read at <code>/files/</code> and the token of its link, without a
        key. <code>GET</code> is counted before the first byte goes out. <code>HEAD</code>, 304 and every refusal are
        not.
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
        An interrupted download continues with <code>Range</code>. Within an hour, from the same address, that is the
        same download. With <code>If-Range</code> set to the <code>ETag</code>, bytes of another file are never
        appended. Here <code>$LINK</code> is the link:
      </p>
      <CodeBlock id="resuming" label="An interrupted download" code={RESUMING} />
      <p>
        <Code code="download_expired" />, <Code code="download_exhausted" /> and <Code code="download_revoked" />{" "}
        (refunded) are 410, <Code code="download_not_found" /> is 404. <Code code="range_not_satisfiable" /> is 416:
        nothing is left to read.
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
