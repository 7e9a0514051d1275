import type { ShownCost } from "@/app/_data/cost";
import { formatMoney } from "@/lib/format/money";
import { billingWords } from "@/lib/format/tco";
import type { VerdictSubject } from "@/lib/format/verdict";
import type { PricingRecord } from "@/lib/schemas/record";
import { unitField } from "@/lib/tco/item-text";
import { MAX_QUANTITY, MAX_SEATS } from "@/lib/tco/limits";
import type { EvidenceBook } from "../marks";
import { Static } from "../static";
import { CostAnswer } from "./cost-answer";
import { Live } from "./live/live";
import { tierName } from "./tiers";

const SLIDER_SEATS = 500;
const YEARS = [1, 2, 3, 4, 5];

type Props = { cost: ShownCost; subject: VerdictSubject; record: PricingRecord; book: EvidenceBook };

/**
 * The fields for seats, tier, billing and term, with their receipt. Without JavaScript the form opens the calculator.
 */
export function Cost({ cost: { question, view, inputs, tiers, refusal }, subject, record, book }: Props) {
  const cited = [...(record.tiers ?? []), ...(record.hiddenCosts ?? [])].flatMap(({ evidence }) => evidence);
  const isCounted = subject.units.length > 0;
  const numbers = Object.fromEntries(cited.flatMap((id) => (book.has(id) ? [[id, book.get(id)?.number ?? 0]] : [])));
  return (
    <>
      <Live
        kind="cost"
        action="/calculators/tco"
        className="controls no-print"
        given={{ numbers, subject, inputs }}
        answer={
          view ? (
            <Static>
              <CostAnswer view={view} question={question} numbers={numbers} />
            </Static>
          ) : (
            <p className="problem">{refusal}</p>
          )
        }
      >
        <input type="hidden" name="product" value={question.slug} />
        <input type="hidden" name="hidden" value="1" />
        <input type="hidden" name="of" value={question.slug} />
        {isCounted ? null : <input type="hidden" name="seats" value="" />}
        {inputs.map(({ noun, isPeople, label, payment }, place) =>
          isPeople ? (
            <Seats key={noun} label={label} seats={question.seats} />
          ) : (
            <div key={noun} className="control">
              <label htmlFor={`cost-count-${place}`}>{label}</label>
              <input
                id={`cost-count-${place}`}
                name={place === 0 && isCounted ? "seats" : unitField(0, noun)}
                type="number"
                inputMode="decimal"
                min={0}
                max={MAX_QUANTITY}
                step="any"
                defaultValue={question.quantities[noun] ?? ""}
                placeholder={payment && !isCounted ? "none" : "not included"}
              />
            </div>
          ),
        )}
        <div className="control">
          <label htmlFor="cost-tier">Tier</label>
          <select id="cost-tier" name="tier" defaultValue={question.tier}>
            <option value="">Cheapest{isCounted ? " that fits" : ""}</option>
            {tiers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="control">
          <label htmlFor="cost-billing">Billed</label>
          <select id="cost-billing" name="billing" defaultValue={question.billing}>
            <option value="annual">Yearly</option>
            <option value="monthly">Monthly</option>
          </select>
        </div>
        <div className="control">
          <label htmlFor="cost-years">Term</label>
          <select id="cost-years" name="years" defaultValue={question.years}>
            {YEARS.map((years) => (
              <option key={years} value={years}>
                {years === 1 ? "1 year" : `${years} years`}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button no-script-only">
          Calculate
        </button>
      </Live>
      <Static>
        <Teams record={record} />
      </Static>
    </>
  );
}

function Seats({ label, seats }: { label: string; seats: number | null }) {
  return (
    <div className="control control-seats">
      <label htmlFor="cost-seats">{label}</label>
      <div>
        <input
          id="cost-slider"
          type="range"
          className="slider needs-script"
          min={1}
          max={SLIDER_SEATS}
          defaultValue={seats ?? 1}
          data-mirror="cost-seats"
          aria-label={`${label}, slider`}
        />
        <input
          id="cost-seats"
          name="seats"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_SEATS}
          defaultValue={seats ?? ""}
          data-mirror="cost-slider"
        />
      </div>
    </div>
  );
}

function Teams({ record }: { record: PricingRecord }) {
  const name = tierName(record);
  const scenarios = record.scenarios ?? [];
  if (scenarios.length === 0) return null;
  return (
    <table className="ledger mt-6 max-w-read">
      <caption>Cost per year at list price, by team size</caption>
      <tbody>
        {scenarios.map((scenario) => (
          <tr key={scenario.name} data-scenario={scenario.seats}>
            <th scope="row">{scenario.name}</th>
            <td>
              {name(scenario.tier)}
              {`, ${billingWords(scenario.billing)}`}
            </td>
            <td className="num">
              {scenario.annualCost === null ? (
                <span className="unknown">unknown</span>
              ) : (
                formatMoney(scenario.annualCost, scenario.currency)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
