import { comparedFieldWords, comparedGroups, comparedText, verdictWords } from "@/lib/format/compare";
import type { FieldComparison } from "@/lib/schemas/compare";
import { type EvidenceBook, Marks } from "../marks";

type Product = { slug: string; name: string };
type Props = { fields: readonly FieldComparison[]; products: readonly Product[]; book: EvidenceBook };

export function FieldTable({ fields, products, book }: Props) {
  const { groups, unknown } = comparedGroups(fields);
  const nameOf = (slug: string) => products.find((product) => product.slug === slug)?.name ?? slug;
  return (
    <>
      <table className="ledger ledger-stack compared">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {products.map(({ slug, name }) => (
              <th key={slug} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="rule">
              Winner and rule
            </th>
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr className="group">
              <th scope="colgroup" colSpan={products.length + 2}>
                {title}
              </th>
            </tr>
            {rows.map((entry) => (
              <tr key={entry.field} data-field={entry.field}>
                <th scope="row">{comparedFieldWords(entry.field)}</th>
                {products.map((product) => (
                  <Value key={product.slug} entry={entry} product={product} book={book} />
                ))}
                <td className="rule" data-label="Winner">
                  <div>
                    <span className={entry.leaders.length > 0 ? "font-semibold" : "unknown"}>
                      {verdictWords(entry, nameOf)}
                    </span>
                    <span className="note block">{entry.rule}</span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {unknown.length > 0 ? (
        <p className="note mt-3 max-w-read">Unknown for all of these products: {unknown.map(lower).join("; ")}.</p>
      ) : null}
    </>
  );
}

function Value({ entry, product, book }: { entry: FieldComparison; product: Product; book: EvidenceBook }) {
  const text = comparedText(entry, product.slug);
  if (!text) {
    return (
      <td className="hatch" data-label={product.name}>
        <span className="unknown">unknown</span>
      </td>
    );
  }
  const leads = entry.leaders.includes(product.slug);
  return (
    <td data-label={product.name}>
      <div>
        <span className={leads ? "leads" : undefined}>{text.figure}</span>
        <Marks ids={entry.evidence[product.slug] ?? []} book={book} limit={2} />
        {entry.license[product.slug] === "restricted" ? <span className="tag ml-2">Restricted</span> : null}
        {text.basis ? <span className="note block">{text.basis}</span> : null}
      </div>
    </td>
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
