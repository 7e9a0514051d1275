import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Breadcrumbs } from "@/app/_components/breadcrumbs";
import { JsonLd } from "@/app/_components/json-ld";
import { NameField } from "@/app/_components/name-field";
import { Static } from "@/app/_components/static";
import { type NamedInput, resolveNames, suggestedComparisons } from "@/app/_data/compare";
import { categoryPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { COMPARE_PATH, comparePath } from "@/app/_data/tool-paths";
import { breadcrumbList } from "@/lib/format/json-ld";
import { list } from "@/lib/format/words";
import { listEntry } from "@/lib/http/decode";
import { MAX_COMPARED } from "@/lib/schemas/compare";
import { seatsOf } from "@/lib/tco/seats";

type Query = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Query> };

const FIELDS = ["a", "b", "c", "d"] as const;
const SUGGESTED = 48;
const LABELS = ["First product", "Second product", "Third product (optional)", "Fourth product (optional)"];

export function generateMetadata(): Metadata {
  return {
    title: "Compare software prices",
    description:
      "Two to four products side by side: tiers on one axis, cost for a team, terms and extra costs. Each row shows its winner and the rule.",
    alternates: { canonical: `${site().url}${COMPARE_PATH}` },
  };
}

/** Returns the names from a, b, c, d or repeated p, and the slugs from links of other pages. */
function typedIn(query: Query): string[] {
  const sent = Object.keys(query);
  return [...FIELDS, "p", "slugs"]
    .flatMap((field) => sent.filter((name) => listEntry(name).list === field))
    .flatMap((name) => query[name] ?? [])
    .flatMap((text) => text.split(","))
    .map((text) => text.trim().slice(0, 120))
    .filter(Boolean)
    .slice(0, 2 * MAX_COMPARED);
}

export default async function CompareEntryPage({ searchParams }: Props) {
  const query = await searchParams;
  const typed = typedIn(query);
  const seats = seatsOf(String(query.seats ?? "")) ?? undefined;
  const inputs = await resolveNames(typed);
  const found = [...new Set(inputs.flatMap(({ record }) => record?.slug ?? []))];
  const unclear = inputs.filter(({ record }) => record === null);
  if (unclear.length === 0 && found.length >= 2 && found.length <= MAX_COMPARED) redirect(comparePath(found, seats));
  const firstFour = [...new Set(inputs.slice(0, MAX_COMPARED).flatMap(({ record }) => record?.slug ?? []))];
  const suggested = await suggestedComparisons(SUGGESTED);
  const { url } = site();
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url },
          { name: "Compare", url: `${url}${COMPARE_PATH}` },
        ])}
      />
      <div className="pt-4">
        <Breadcrumbs items={[{ name: "Software", href: "/" }, { name: "Compare" }]} />
      </div>
      <header className="pt-3 pb-6">
        <h1>Compare prices</h1>
        <p className="mt-3 max-w-read text-ink-2">
          Compare two to four products on one axis, field by field. Each row shows its winner and the rule.
        </p>
      </header>
      <form action={COMPARE_PATH} className="compare-form" aria-label="Products to compare">
        {FIELDS.map((name, index) => {
          const input = inputs[index];
          const isUnclear = input !== undefined && input.record === null;
          return (
            <div key={name} className="control">
              <label htmlFor={`compare-${name}`}>{LABELS[index]}</label>
              <NameField
                id={`compare-${name}`}
                name={name}
                defaultValue={input?.record?.name ?? input?.typed ?? ""}
                required={index < 2}
                aria-invalid={isUnclear}
                aria-describedby={isUnclear ? `compare-${name}-fault` : undefined}
              />
              {isUnclear ? (
                <Unclear id={`compare-${name}-fault`} input={input} index={index} inputs={inputs} seats={seats} />
              ) : null}
            </div>
          );
        })}
        {seats === undefined ? null : <input type="hidden" name="seats" value={seats} />}
        <button type="submit" className="button">
          Compare
        </button>
      </form>
      {inputs.length > MAX_COMPARED ? (
        <p className="fault mt-3" role="status">
          You entered {inputs.length} products. The maximum is four. Not included:{" "}
          {list(inputs.slice(MAX_COMPARED).map(({ record, typed }) => record?.name ?? `“${typed}”`))}.{" "}
          {firstFour.length === MAX_COMPARED ? (
            <a href={comparePath(firstFour, seats)}>Compare the first four</a>
          ) : null}
        </p>
      ) : null}
      {unclear.length === 0 && found.length === 1 ? (
        <p className="fault mt-3" role="status">
          You entered one product. Enter a second one to compare.
        </p>
      ) : null}

      <Static as="section" aria-labelledby="suggested-title" className="wide-section mt-10">
        <h2 id="suggested-title">Suggested comparisons by category</h2>
        <p className="note mb-4 max-w-read">
          Pairs of the priced products with the most observations in each category.
        </p>
        <ul className="gap-x-8 text-table sm:columns-2 lg:columns-3">
          {suggested.map(({ category, products }) => (
            <li key={category.slug} className="break-inside-avoid border-b border-rule py-2">
              <a href={categoryPath(category.slug)} className="quiet-link note block py-1">
                {category.name}
              </a>
              {pairs(products).map(([left, right]) => (
                <a
                  key={`${left.slug} ${right.slug}`}
                  href={comparePath([left.slug, right.slug])}
                  className="block py-1"
                >
                  {left.name} vs {right.name}
                </a>
              ))}
            </li>
          ))}
        </ul>
      </Static>
    </>
  );
}

/** Returns the pairs of two or three items. */
function pairs<T>(list: readonly T[]): [T, T][] {
  const [first, second, third] = list;
  if (first === undefined || second === undefined) return [];
  return third === undefined
    ? [[first, second]]
    : [
        [first, second],
        [first, third],
        [second, third],
      ];
}

type UnclearProps = {
  id: string;
  input: NamedInput;
  index: number;
  inputs: readonly NamedInput[];
  seats: number | undefined;
};

function Unclear({ id, input, index, inputs, seats }: UnclearProps) {
  const { typed, suggestions } = input;
  if (suggestions.length === 0) {
    return (
      <p className="fault" id={id}>
        No product matches “{typed}”. <a href={`/search?q=${encodeURIComponent(typed)}`}>Search for it</a>
      </p>
    );
  }
  return (
    <p className="fault" id={id}>
      No product matches “{typed}”. Did you mean{" "}
      {suggestions.map((product, place) => (
        <span key={product.slug}>
          {place > 0 ? (place === suggestions.length - 1 ? " or " : ", ") : ""}
          <a href={corrected(inputs, index, product.slug, seats)}>{product.name}</a>
        </span>
      ))}
      ?
    </p>
  );
}

/** Returns the URL with the same names, one corrected. */
function corrected(inputs: readonly NamedInput[], index: number, slug: string, seats: number | undefined): string {
  const query = new URLSearchParams();
  for (const [place, { typed, record }] of inputs.entries()) {
    query.append(FIELDS[place] ?? "p", place === index ? slug : (record?.slug ?? typed));
  }
  if (seats !== undefined) query.append("seats", String(seats));
  return `${COMPARE_PATH}?${query}`;
}
