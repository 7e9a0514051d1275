import { type FieldsProps, faultyFields, Trap } from "./faulty-fields";
import "../tools.css";
import "./report.css";

const MAX_MESSAGE = 1000;

type Props = FieldsProps & { fields: readonly { value: string; name: string }[] };

/** The fields of a report. Each error is below its field. */
export function ReportFields({ product, fields, ...rest }: Props) {
  const { common, fault } = faultyFields("report", rest);
  return (
    <div className="report-fields">
      <input type="hidden" name="product" value={product} />
      <div className="control">
        <label htmlFor="report-field">What is wrong</label>
        <select {...common("field")} required>
          {fields.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        {fault("field")}
      </div>
      <div className="control">
        <label htmlFor="report-message">What it should say</label>
        <textarea {...common("message")} rows={4} required minLength={10} maxLength={MAX_MESSAGE} />
        {fault("message")}
      </div>
      <div className="control">
        <label htmlFor="report-sourceUrl">Source URL (optional)</label>
        <input {...common("sourceUrl")} type="url" placeholder="https://" maxLength={500} />
        {fault("sourceUrl")}
      </div>
      <div className="control">
        <label htmlFor="report-email">Your email, if you want a reply</label>
        <input {...common("email")} type="email" autoComplete="email" maxLength={254} />
        {fault("email")}
      </div>
      <Trap form="report" />
      {fault("product")}
      <div>
        <button type="submit" className="button">
          Send report
        </button>
      </div>
    </div>
  );
}
