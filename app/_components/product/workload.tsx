import { type FirstWorkload, SHOWN_ESTIMATES } from "@/app/_data/workload";
import { humanise, modeWords } from "@/lib/format/words";
import { Static } from "../static";
import { Live } from "./live/live";
import { WorkloadAnswer } from "./workload-answer";

/** Shows the cost of a month's use on each model of the card, the cheapest first. */
export function Workload({ workload }: { workload: FirstWorkload }) {
  const { question, fields, modes, regions, named, view } = workload;
  return (
    <Live
      kind="workload"
      action={null}
      className="controls no-print needs-script"
      given={{ slug: question.slug, fields, named, limit: SHOWN_ESTIMATES }}
      answer={
        <Static>
          <WorkloadAnswer view={view} />
        </Static>
      }
    >
      <Static className="contents">
        {fields.map(({ meter, label, unit, value }) => (
          <div className="control" key={meter}>
            <label htmlFor={`use-${meter}`}>
              {label}, {unit}
            </label>
            <input
              id={`use-${meter}`}
              name={meter}
              type="number"
              inputMode="decimal"
              min={0}
              step="any"
              defaultValue={value}
            />
          </div>
        ))}
        {modes.length > 1 ? (
          <div className="control">
            <label htmlFor="use-mode">Bought as</label>
            <select id="use-mode" name="mode" defaultValue={question.mode}>
              {modes.map((mode) => (
                <option key={mode} value={mode}>
                  {humanise(modeWords(mode))}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        {regions.length > 1 ? (
          <div className="control">
            <label htmlFor="use-region">Region</label>
            <select id="use-region" name="region" defaultValue={question.region}>
              {regions.map((region) => (
                <option key={region} value={region}>
                  {region}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </Static>
    </Live>
  );
}
