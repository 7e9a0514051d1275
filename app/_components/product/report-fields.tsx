import type { FieldError } from "@/lib/errors";
import "../tools.css";
import "./report.css";

const MAX_MESSAGE = 1000;

type Props = {
  product: string;
  fields: readonly { value: string; name: string }[];
  typed?: Readonly<Record<string, string>>;
  errors?: readonly FieldError[];
};

/** What a report asks for. Each fault stands under its field. */
export function ReportFields({ product, fields, typed = {}, errors = [] }: Props) {
  const faultOf = (path: string) => errors.find((error) => error.path === path)?.message;
  const common = (name: string) => ({
    id: `report-${name}`,
    name,
    defaultValue: typed[name],
    "aria-invalid": faultOf(name) ? (true as const) : undefined,
    "aria-describedby": faultOf(name) ? `report-${name}-fault` : undefined,
  });
  const fault = (name: string) =>
    faultOf(name) ? (
      <p id={`report-${name}-fault`} className="fault">
        {faultOf(name)}
      </p>
    ) : null;
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
        <label htmlFor="report-message">What is right</label>
        <textarea {...common("message")} rows={4} required minLength={10} maxLength={MAX_MESSAGE} />
        {fault("message")}
      </div>
      <div className="control">
        <label htmlFor="report-sourceUrl">Where it can be read, an address</label>
        <input {...common("sourceUrl")} type="url" placeholder="https://" maxLength={500} />
        {fault("sourceUrl")}
      </div>
      <div className="control">
        <label htmlFor="report-email">Your e-mail, if you want an answer</label>
        <input {...common("email")} type="email" autoComplete="email" maxLength={254} />
        {fault("email")}
      </div>
      <div className="trap" aria-hidden="true">
        <label htmlFor="report-website">Leave this empty</label>
        <input id="report-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {fault("product")}
      <div>
        <button type="submit" className="button">
          Send the report
        </button>
      </div>
    </div>
  );
}
