import type { FirstCost } from "@/app/_data/cost";
import { formatMoney } from "@/lib/format/money";
import type { PricingRecord } from "@/lib/schemas/record";
import type { EvidenceBook } from "../marks";
import { CostAnswer } from "./cost-answer";
import { Live } from "./live/live";
import { tierName } from "./tiers";

const SLIDER_SEATS = 500;
const MAX_SEATS = 1_000_000;
const YEARS = [1, 2, 3, 4, 5];

type Props = { cost: FirstCost; record: PricingRecord; book: EvidenceBook };

/** Seats, tier, billing and term, and the receipt they come to. Without JavaScript the form opens the calculator. */
export function Cost({ cost: { question, view, bySeat, tiers }, record, book }: Props) {
  const cited = [...(record.tiers ?? []), ...(record.hiddenCosts ?? [])].flatMap(({ evidence }) => evidence);
  const numbers = Object.fromEntries(cited.flatMap((id) => (book.has(id) ? [[id, book.get(id)?.number ?? 0]] : [])));
  return (
    <>
      <Live
        kind="cost"
        action="/calculators/tco"
        className="controls no-print"
        given={{ numbers }}
        answer={<CostAnswer view={view} question={question} numbers={numbers} />}
      >
        <input type="hidden" name="product" value={question.slug} />
        <input type="hidden" name="hidden" value="1" />
        {bySeat ? (
          <div className="control control-seats">
            <label htmlFor="cost-seats">Seats</label>
            <div>
              <input
                id="cost-slider"
                type="range"
                className="slider needs-script"
                min={1}
                max={SLIDER_SEATS}
                defaultValue={question.seats}
                data-mirror="cost-seats"
                aria-label="Seats, slider"
              />
              <input
                id="cost-seats"
                name="seats"
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_SEATS}
                defaultValue={question.seats}
                data-mirror="cost-slider"
              />
            </div>
          </div>
        ) : (
          <input type="hidden" name="seats" value={question.seats} />
        )}
        <div className="control">
          <label htmlFor="cost-tier">Tier</label>
          <select id="cost-tier" name="tier" defaultValue={question.tier}>
            <option value="">Cheapest{bySeat ? " that fits" : ""}</option>
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
          Work it out
        </button>
      </Live>
      <Teams record={record} />
    </>
  );
}

function Teams({ record }: { record: PricingRecord }) {
  const name = tierName(record);
  const scenarios = record.scenarios ?? [];
  if (scenarios.length === 0) return null;
  return (
    <table className="ledger mt-6 max-w-read">
      <caption>A year at list price, by the size of the team</caption>
      <tbody>
        {scenarios.map((scenario) => (
          <tr key={scenario.name} data-scenario={scenario.seats}>
            <th scope="row">{scenario.name}</th>
            <td>
              {name(scenario.tier)}
              {scenario.billing === "unstated"
                ? ""
                : `, billed ${scenario.billing === "annual" ? "yearly" : "monthly"}`}
            </td>
            <td className="num">
              {scenario.annualCost === null ? (
                <span className="unknown">not known</span>
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
