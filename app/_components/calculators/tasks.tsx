import { offerId } from "@/app/_data/llm";
import { LLM_PATH } from "@/app/_data/tool-paths";
import { taskMoney } from "@/lib/format/llm";
import { formatNumber } from "@/lib/format/money";
import { COUNT_FORM, type LlmQuestion, llmQuery, type ReadLlm } from "@/lib/usage/llm-address";
import type { Offer } from "@/lib/usage/market";
import { TASKS, type TaskId, taskEstimate, USUAL_TOKENS } from "@/lib/usage/tasks";
import { LiveForm } from "../live-form";
import { Static } from "../static";

type Props = { offers: readonly Offer[]; speakers: readonly Offer[]; read: ReadLlm; address: string };

/** Compares the cost of one task across models and shows the assumptions. */
export function Tasks({ offers, speakers, read, address }: Props) {
  const { question } = read;
  const rows = [...offers, ...speakers];
  return (
    <>
      <Static>
        <table className="ledger ledger-stack tasks">
          <thead>
            <tr>
              <th scope="col">Model</th>
              {TASKS.map(({ id, name }) => (
                <th key={id} scope="col" className="num">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((offer) => (
              <tr key={offerId(offer)} data-model={offerId(offer)}>
                <th scope="row">
                  {offer.model.name}
                  {speakers.includes(offer) ? <span className="note block font-normal">{offer.card.name}</span> : null}
                </th>
                {TASKS.map((task) => {
                  const { exact, currency } = taskEstimate(offer.model, task, question.tasks);
                  return (
                    <td
                      key={task.id}
                      className={exact === null ? "num hatch" : "num"}
                      data-label={task.name}
                      data-task={task.id}
                    >
                      {exact === null ? (
                        <span className="unknown">not priced</span>
                      ) : (
                        taskMoney(exact.toNumber(), currency)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Static>
      <LiveForm action={LLM_PATH} address={address} className="task-form no-print" label="Assumptions">
        {[...new URLSearchParams(llmQuery({ ...question, tasks: USUAL_TOKENS }))].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {TASKS.map(({ id, name, spoken }) => (
          <fieldset key={id} className="task-assumption">
            <legend>
              {name}, {spoken ? "audio tokens" : "tokens"}
            </legend>
            <Tokens id={id} side="in" label={`${name}: input`} question={question} read={read} />
            <Tokens id={id} side="out" label={`${name}: output`} question={question} read={read} />
          </fieldset>
        ))}
        <button type="submit" className="button button-plain">
          Recalculate
        </button>
      </LiveForm>
      <p className="note mt-2 max-w-read">
        {TASKS.map(({ id, name, spoken }) => {
          const { in: input, out } = question.tasks[id];
          const kind = spoken ? "audio " : "";
          return `${name}: ${formatNumber(input)} ${kind}input tokens, ${formatNumber(out)} ${kind}output tokens. `;
        })}
        These are assumptions, not measurements. They do not include reasoning that a model does by default, which is
        billed as output. An hour of voice is half input at 600 tokens per minute and half output at 1,200. Model makers
        convert audio into tokens differently.
      </p>
    </>
  );
}

type TokensProps = { id: TaskId; side: "in" | "out"; label: string; question: LlmQuestion; read: ReadLlm };

function Tokens({ id, side, label, question, read }: TokensProps) {
  const name = `${id}${side === "in" ? "In" : "Out"}`;
  const typed = read.typed[id]?.split(":")[side === "in" ? 0 : 1];
  return (
    <label className="control">
      <span>{label.split(": ")[1]}</span>
      <input
        name={name}
        inputMode="decimal"
        className="text-right"
        maxLength={24}
        autoComplete="off"
        aria-label={label}
        data-steps={COUNT_FORM}
        defaultValue={typed ?? formatNumber(question.tasks[id][side])}
        aria-invalid={read.faults.some(({ field }) => field === id)}
      />
    </label>
  );
}
