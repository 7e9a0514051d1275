import { type FieldsProps, faultyFields, Trap } from "./faulty-fields";
import "../tools.css";
import "./report.css";

const MAX_FIGURE = 120;

/** The fields to report where a missing price is published: a URL and, optionally, the price. */
export function PriceTipFields({ product, ...rest }: FieldsProps) {
  const { common, fault } = faultyFields("tip", rest);
  return (
    <div className="report-fields">
      <input type="hidden" name="product" value={product} />
      <input type="hidden" name="field" value="price" />
      <div className="control">
        <label htmlFor="tip-sourceUrl">URL of the page that shows the price</label>
        <input {...common("sourceUrl")} type="url" required placeholder="https://" maxLength={500} />
        {fault("sourceUrl")}
      </div>
      <div className="control">
        <label htmlFor="tip-message">Price (optional)</label>
        <input {...common("message")} placeholder="$12 per user per month" maxLength={MAX_FIGURE} />
        {fault("message")}
      </div>
      <Trap form="tip" />
      {fault("product")}
      <div>
        <button type="submit" className="button">
          Send price
        </button>
      </div>
    </div>
  );
}
