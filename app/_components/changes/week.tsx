import { productPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { changeText, type LedgerProduct, type LedgerWeek, weekTitle } from "@/lib/format/ledger";
import { confidenceWord } from "@/lib/format/words";
import type { LedgerChange } from "@/lib/schemas/changes";
import { ClassMark } from "./class-mark";
import { Step } from "./step";

/** The number of changes per product and day that are shown; the rest are collapsed. */
const OPEN = 6;

export function Week({ week: { monday, days }, today }: { week: LedgerWeek; today: string }) {
  return (
    <section aria-labelledby={`week-${monday}`} className="week">
      <h2 id={`week-${monday}`}>
        {weekTitle(monday)}
        {monday > today ? <span className="ml-2 font-normal text-ink-3">upcoming</span> : null}
      </h2>
      {days.map(({ day, products }) => (
        <div key={day} className="day">
          <h3>
            <time dateTime={day}>{formatDay(day)}</time>
          </h3>
          <div>
            {products.map((product) => (
              <Product key={product.slug} product={product} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

type Naming = "address" | "publisher" | "none";

/** Returns the page, publisher and day that all changes of one product and day share, or nothing if they differ. */
function namingOf(changes: readonly LedgerChange[]): Naming {
  const alike = (keyOf: (change: LedgerChange) => string) => new Set(changes.map(keyOf)).size === 1;
  const surely = alike(({ confidence }) => confidenceWord(confidence));
  if (alike(({ class: kind, evidence }) => JSON.stringify([kind, evidence.map(({ url }) => url)])) && surely)
    return "address";
  const published = ({ class: kind, evidence }: LedgerChange) =>
    JSON.stringify([kind, evidence.map(({ publisher, capturedAt }) => [publisher, capturedAt])]);
  return alike(published) && surely ? "publisher" : "none";
}

function Product({ product }: { product: LedgerProduct }) {
  const { slug, name, changes } = product;
  const naming = namingOf(changes);
  const [first] = changes;
  const folded = changes.slice(OPEN);
  return (
    <div className="entry" data-product={slug}>
      <div>
        <h4>
          <a href={productPath(product)}>{name}</a>
        </h4>
        {first && naming !== "none" ? <Source change={first} linked={naming === "address"} /> : null}
      </div>
      <div>
        <Rows changes={changes.slice(0, OPEN)} name={name} naming={naming} />
        {folded.length > 0 ? (
          <details>
            <summary className="text-table">{`${folded.length} more for ${name} on this day`}</summary>
            <Rows changes={folded} name={name} naming={naming} />
          </details>
        ) : null}
      </div>
    </div>
  );
}

/** Shows the kind of a change, its confidence and its source. */
function Source({
  change: { class: kind, confidence, evidence },
  linked = true,
}: {
  change: LedgerChange;
  linked?: boolean;
}) {
  return (
    <p className="note">
      <ClassMark kind={kind} />
      {` · confidence ${confidenceWord(confidence)}`}
      {evidence.map(({ id, url, publisher, capturedAt }, index) => (
        <span key={id}>
          {index === 0 ? " · " : "; "}
          {linked ? (
            <a href={url} rel="noopener nofollow">
              {publisher}
            </a>
          ) : (
            publisher
          )}
          {`, checked ${formatDay(capturedAt)}`}
        </span>
      ))}
    </p>
  );
}

type RowsProps = { changes: readonly LedgerChange[]; name: string; naming: Naming };

function Rows({ changes, name, naming }: RowsProps) {
  return (
    <table className="ledger">
      <caption className="sr-only">{`${name} price changes`}</caption>
      <colgroup>
        <col className="what" />
        <col className="before" />
        <col className="after" />
        <col className="step" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Tier and price</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Row key={change.id} change={change} naming={naming} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ change, naming }: { change: LedgerChange; naming: Naming }) {
  const text = changeText(change);
  const [first] = change.evidence;
  return (
    <tr id={change.id} data-class={change.class}>
      <th scope="row" className="what">
        {text.what}
        {naming === "publisher" && first ? (
          <a href={first.url} rel="noopener nofollow" className="note ml-2" aria-label={`Source of ${text.what}`}>
            source
          </a>
        ) : null}
        {naming === "none" ? <Source change={change} /> : null}
        {text.range ? <span className="note block">{text.range}</span> : null}
        {text.announced ? <span className="note block">{text.announced}</span> : null}
        {text.reason ? <span className="note block">{text.reason}</span> : null}
      </th>
      <td className={change.before === null ? "before unknown" : "before"}>{text.before}</td>
      <td className="after">
        <span className={change.after === null ? "unknown" : undefined}>{text.after}</span>
        {text.unit && change.after !== null ? <span className="note">{` ${text.unit}`}</span> : null}
      </td>
      <td className="step">
        <Step text={text} />
      </td>
    </tr>
  );
}
