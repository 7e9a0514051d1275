import { Fragment } from "react";
import type { FormRow, RowFault } from "@/app/_data/tco";
import { TCO_PATH } from "@/app/_data/tool-paths";
import { MAX_STACK } from "@/lib/schemas/tco";
import { type Fault, MAX_YEARS, type StackQuestion, type StackRow, stackQuery } from "@/lib/tco/address";
import { unitField } from "@/lib/tco/item-text";
import { LiveForm } from "../live-form";
import { NameField } from "../name-field";

type Props = {
  address: string;
  rows: readonly FormRow[];
  canonical: readonly StackRow[];
  question: StackQuestion;
  faults: readonly Fault[];
  /** True if a receipt is shown: it then follows every change. If false, only the submit button sends the form. */
  live: boolean;
};

const BLANK: FormRow = {
  product: "",
  counts: [{ unit: null, label: "Quantity", typed: "", isBare: true }],
  seats: "",
  tier: "",
  slug: null,
  tiers: [],
  faults: [],
};
const AT_LEAST = 1;

export function StackForm({ address, rows, canonical, question, faults, live }: Props) {
  const shown = rows.length >= AT_LEAST ? rows : [BLANK, BLANK, BLANK];
  const isFirst = ({ slug }: FormRow, index: number) => shown.findIndex((other) => other.slug === slug) === index;
  return (
    <LiveForm action={TCO_PATH} address={address} className="stack-form no-print" label="Stack" answer="answer">
      {/* Enter in a field presses the first button of a form, which would otherwise be "Remove". */}
      <button type="submit" hidden tabIndex={-1}>
        Calculate
      </button>
      <fieldset data-quiet={live ? undefined : ""}>
        <legend className="sr-only">Products</legend>
        <div className="stack-row stack-head" aria-hidden="true">
          <span>Product</span>
          <span className="text-right">Quantity</span>
          <span>Tier</span>
        </div>
        {shown.map((row, index) => (
          <Row
            // Another product in a row resets its fields. A new empty row must not reuse the fields of an earlier one.
            key={row.slug !== null && isFirst(row, index) ? row.slug : `${row.product}:${index}`}
            row={row}
            index={index}
            corrected={(slug) => withProduct(canonical, index, slug, question, faults)}
          />
        ))}
        <div className="mt-3 flex flex-wrap gap-3">
          <button type="submit" className="button">
            Calculate
          </button>
          {shown.length < MAX_STACK ? (
            <button
              type="submit"
              formAction={TCO_PATH}
              name="do"
              value="add"
              className="button button-plain"
              formNoValidate
              data-focus-last="[name=product]"
            >
              Add a product
            </button>
          ) : (
            <p className="note self-center">The maximum is ten products.</p>
          )}
        </div>
      </fieldset>
      <fieldset className="stack-terms" data-quiet={live ? undefined : ""}>
        <legend className="sr-only">Terms</legend>
        <div className="control">
          <label htmlFor="billing">Billed</label>
          <select id="billing" name="billing" defaultValue={question.billing ?? "auto"}>
            <option value="auto">yearly if published</option>
            <option value="annual">yearly</option>
            <option value="monthly">monthly</option>
          </select>
        </div>
        <div className="control">
          <label htmlFor="years">Term</label>
          <select id="years" name="years" defaultValue={String(question.years)}>
            {Array.from({ length: MAX_YEARS }, (_, index) => index + 1).map((years) => (
              <option key={years} value={years}>
                {years === 1 ? "1 year" : `${years} years`}
              </option>
            ))}
          </select>
        </div>
        <Percent name="discount" label="Discount, %" placeholder="none" value={question.discount} faults={faults} />
        <Percent
          name="uplift"
          label="Yearly price increase, %"
          placeholder="as sourced"
          value={question.uplift}
          faults={faults}
        />
        <label className="tick">
          <input type="checkbox" name="hidden" value="1" defaultChecked={question.hidden} /> Include known extra costs
        </label>
      </fieldset>
    </LiveForm>
  );
}

type PercentProps = {
  name: "discount" | "uplift";
  label: string;
  placeholder: string;
  value: number | null;
  faults: readonly Fault[];
};

function Percent({ name, label, placeholder, value, faults }: PercentProps) {
  const fault = faults.find(({ field }) => field === name);
  return (
    <div className="control">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        inputMode="decimal"
        maxLength={8}
        placeholder={placeholder}
        defaultValue={fault?.typed ?? value ?? ""}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${name}-fault` : undefined}
      />
    </div>
  );
}

type RowProps = {
  row: FormRow;
  index: number;
  /** Returns the URL of the page with this product in the row. */
  corrected: (slug: string) => string;
};

function Row({ row, index, corrected }: RowProps) {
  const id = `row-${index}`;
  const faultId = `${id}-fault`;
  const faulty = (field: RowFault["field"]) => row.faults.some((fault) => fault.field === field);
  const described = row.faults.length > 0 ? faultId : undefined;
  const unknownTier = row.tier !== "" && !row.tiers.some((tier) => tier.id === row.tier);
  return (
    <div className="stack-row" data-row={row.slug ?? ""} data-quiet={row.slug === null ? "" : undefined}>
      <div className="control">
        <label htmlFor={`${id}-product`}>Product {index + 1}</label>
        <NameField
          id={`${id}-product`}
          name="product"
          defaultValue={row.product}
          data-quiet=""
          aria-invalid={faulty("product")}
          aria-describedby={described}
        />
      </div>
      <div className="control counts">
        {/* Names the product that the following fields for other units belong to. */}
        <input type="hidden" name="of" value={row.product} />
        {row.counts.some(({ isBare }) => isBare) ? null : <input type="hidden" name="seats" value={row.seats} />}
        {row.counts.map(({ unit, label, typed, isBare }, place) => {
          const field = place === 0 ? `${id}-seats` : `${id}-count-${place}`;
          return (
            <Fragment key={unit ?? ""}>
              <label htmlFor={field}>{label}</label>
              <input
                id={field}
                name={isBare ? "seats" : unitField(index, unit ?? "")}
                type="text"
                inputMode={faulty("seats") ? "text" : "decimal"}
                className="text-right"
                maxLength={place === 0 ? 60 : 16}
                defaultValue={typed}
                autoComplete="off"
                aria-invalid={faulty("seats")}
                aria-describedby={described}
              />
            </Fragment>
          );
        })}
      </div>
      <div className="control">
        <label htmlFor={`${id}-tier`}>Tier</label>
        <select
          id={`${id}-tier`}
          name="tier"
          defaultValue={row.tier}
          aria-invalid={faulty("tier")}
          aria-describedby={described}
        >
          <option value="">Cheapest paid tier that fits</option>
          {row.tiers.map(({ id: tier, name }) => (
            <option key={tier} value={tier}>
              {name}
            </option>
          ))}
          {unknownTier ? <option value={row.tier}>{row.tier} (unknown)</option> : null}
        </select>
      </div>
      <button
        type="submit"
        formAction={TCO_PATH}
        name="do"
        value={`remove-${index}`}
        className="button button-plain"
        formNoValidate
      >
        Remove<span className="sr-only"> {row.product || `row ${index + 1}`}</span>
      </button>
      {row.faults.length > 0 ? (
        <div className="fault" id={faultId}>
          {row.faults.map((fault) => (
            <p key={fault.message}>
              {fault.message}
              {fault.suggestions.length > 0 ? (
                <>
                  {" "}
                  Did you mean{" "}
                  {fault.suggestions.map(({ slug, name }, place) => (
                    <span key={slug}>
                      {place > 0 ? (place === fault.suggestions.length - 1 ? " or " : ", ") : ""}
                      <a href={corrected(slug)}>{name}</a>
                    </span>
                  ))}
                  ?
                </>
              ) : null}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Returns the stack with one product corrected. */
function withProduct(
  rows: readonly StackRow[],
  index: number,
  slug: string,
  question: StackQuestion,
  faults: readonly Fault[],
): string {
  const corrected = rows.map((row, place) => (place === index ? { ...row, product: slug } : row));
  return `${TCO_PATH}?${stackQuery({ ...question, rows: corrected }, faults)}`;
}
