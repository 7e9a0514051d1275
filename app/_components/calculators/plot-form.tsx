import type { Plot } from "@/app/_data/llm";
import { LLM_PATH } from "@/app/_data/tool-paths";
import { axisTitle } from "@/lib/format/llm";
import { AXES } from "@/lib/usage/curves";
import { type LlmQuestion, llmQuery } from "@/lib/usage/llm-address";
import { NameField } from "../name-field";

type Props = { id: string; question: LlmQuestion; plot: Plot | null };

/** Chooses the axis and an optional flat plan of the plot. The models are ticked in the table. */
export function PlotForm({ id, question, plot }: Props) {
  const kept = new URLSearchParams(llmQuery({ ...question, plotted: [], axis: "ratio", plan: null }));
  const { plan } = question;
  return (
    <form id={id} action={LLM_PATH} className="plot-form no-print" aria-label="Plot">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="control">
        <label htmlFor="vary">Plot by</label>
        <select id="vary" name="vary" defaultValue={question.axis}>
          {AXES.map((axis) => (
            <option key={axis} value={axis}>
              {axisTitle(axis).toLowerCase()}
            </option>
          ))}
        </select>
      </div>
      <div className="control">
        <label htmlFor="planProduct">Compare with a flat plan of</label>
        <NameField
          id="planProduct"
          name="planProduct"
          defaultValue={plot?.plan?.name ?? plan?.product ?? ""}
          placeholder="none"
        />
      </div>
      <div className="control">
        <label htmlFor="planTier">Plan tier</label>
        <input
          id="planTier"
          name="planTier"
          defaultValue={plan?.tier ?? ""}
          placeholder="cheapest paid"
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="control">
        <label htmlFor="planSeats">Plan seats</label>
        <input
          id="planSeats"
          name="planSeats"
          inputMode="numeric"
          className="text-right"
          defaultValue={plan?.seats ?? ""}
          placeholder="1"
          maxLength={9}
        />
      </div>
      <button type="submit" className="button button-plain">
        Plot selected models
      </button>
    </form>
  );
}
