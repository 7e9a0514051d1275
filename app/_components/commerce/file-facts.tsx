import type { FileView } from "@/lib/account/overview";
import { formatDay } from "@/lib/format/dates";
import { formatNumber } from "@/lib/format/money";

export function FileFacts({ file }: { file: FileView }) {
  const { asOf, recordCount, byteLength, downloadsUsed, downloadsMax, expiresAt, sha256 } = file;
  const size = byteLength === null ? "" : `, ${formatNumber(byteLength)} bytes`;
  return (
    <dl className="terms">
      <div>
        <dt>Data as of</dt>
        <dd>{formatDay(asOf)}</dd>
      </div>
      <div>
        <dt>Records</dt>
        <dd>{recordCount === null ? "Shown after the first download." : `${formatNumber(recordCount)}${size}`}</dd>
      </div>
      <div>
        <dt>Downloads</dt>
        <dd data-testid="downloads">{`${downloadsUsed} of ${downloadsMax} used`}</dd>
      </div>
      <div>
        <dt>Link valid until</dt>
        <dd>{formatDay(expiresAt.toISOString())}</dd>
      </div>
      <div>
        <dt>SHA-256</dt>
        <dd>{sha256 ? <code className="text-note">{sha256}</code> : "Shown after the first download."}</dd>
      </div>
    </dl>
  );
}
