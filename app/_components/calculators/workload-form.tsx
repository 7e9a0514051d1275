import { LLM_PATH } from "@/app/_data/tool-paths";
import { cacheWriteLabel, quantityLabel } from "@/lib/format/llm";
import { formatCount, formatNumber } from "@/lib/format/money";
import type { Lineup } from "@/lib/usage/flagships";
import {
  CACHE_WRITES,
  COUNT_FORM,
  DEFAULT_CONTEXT,
  llmQuery,
  MODES,
  PRESETS,
  QUANTITIES,
  type QuantityName,
  type ReadLlm,
} from "@/lib/usage/llm-address";
import { TASKS } from "@/lib/usage/tasks";
import { LiveForm } from "../live-form";

const CONTEXTS = [8_000, 32_000, DEFAULT_CONTEXT, 200_000, 400_000, 1_000_000];
const MAIN: readonly QuantityName[] = ["inputTokens", "cachedInputTokens", "outputTokens", "requests"];

type Card = { slug: string; name: string; models: number };

type Props = { address: string; read: ReadLlm; cards: readonly Card[]; lineups: readonly Lineup[]; offers: number };

export function WorkloadForm({ address, read, cards, lineups, offers }: Props) {
  const { question } = read;
  const contexts =
    question.minimumContext === null || CONTEXTS.includes(question.minimumContext)
      ? CONTEXTS
      : [...CONTEXTS, question.minimumContext].sort((a, b) => a - b);
  return (
    <LiveForm action={LLM_PATH} address={address} className="workload-form no-print" label="Workload">
      <fieldset className="workload-quantities">
        <legend className="sr-only">Workload</legend>
        {MAIN.map((name) => (
          <Quantity key={name} name={name} read={read} />
        ))}
        <div className="control">
          <label htmlFor="per">Tokens are entered</label>
          <select id="per" name="per" defaultValue={question.per}>
            <option value="request">per request</option>
            <option value="month">per month</option>
          </select>
        </div>
      </fieldset>
      <fieldset className="chips">
        <legend>Families</legend>
        {lineups.map(({ family, name, choices }) => (
          <label key={family.id} className="chip">
            <input
              type="checkbox"
              name="families"
              value={family.id}
              defaultChecked={question.families.includes(family.id)}
            />
            <span>
              {name} <small>{choices.length}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="name-box">
        <div className="control">
          <label htmlFor="q">Models, separated by commas</label>
          <input
            id="q"
            name="q"
            defaultValue={question.names.join(", ")}
            maxLength={600}
            autoComplete="off"
            spellCheck={false}
            placeholder="gpt-5, claude sonnet, gemini"
          />
        </div>
        <button type="submit" className="button">
          Calculate
        </button>
      </div>
      <details
        className="text-table"
        open={question.quantities.reasoningTokens !== null || question.mode !== "standard"}
      >
        <summary>More options: reasoning, cache writes, batch mode</summary>
        <fieldset className="workload-quantities">
          <legend className="sr-only">More options</legend>
          {QUANTITIES.filter((name) => !MAIN.includes(name)).map((name) => (
            <Quantity key={name} name={name} read={read} />
          ))}
          <div className="control">
            <label htmlFor="cacheWrite">Cache duration</label>
            <select id="cacheWrite" name="cacheWrite" defaultValue={question.cacheWrite}>
              {CACHE_WRITES.map((meter) => (
                <option key={meter} value={meter}>
                  {cacheWriteLabel(meter)}
                </option>
              ))}
            </select>
          </div>
          <div className="control">
            <label htmlFor="mode">Mode</label>
            <select id="mode" name="mode" defaultValue={question.mode}>
              {MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {mode.replace("_", " ")}
                </option>
              ))}
            </select>
          </div>
        </fieldset>
        <p className="text-ink-2">
          Examples:{" "}
          {PRESETS.map(({ name, question: example }, index) => (
            <span key={name}>
              {index > 0 ? "; " : ""}
              <a href={`${LLM_PATH}?${llmQuery(example)}`}>{name}</a>
            </span>
          ))}
          .
        </p>
      </details>
      <details className="text-table" open={question.everyCard || question.minimumContext !== DEFAULT_CONTEXT}>
        <summary>
          All models on all rate cards: {formatNumber(offers)} offers from {formatNumber(cards.length)} vendors,
          including resellers
        </summary>
        <fieldset className="workload-filters">
          <legend className="sr-only">Models</legend>
          <label className="tick">
            <input type="checkbox" name="show" value="all" defaultChecked={question.everyCard} /> Rank all models on all
            rate cards
          </label>
          <div className="control">
            <label htmlFor="context">Context window</label>
            <select
              id="context"
              name="context"
              defaultValue={question.minimumContext === null ? "any" : String(question.minimumContext)}
            >
              <option value="any">any, including not stated</option>
              {contexts.map((tokens) => (
                <option key={tokens} value={tokens}>
                  at least {formatCount(tokens)}
                </option>
              ))}
            </select>
          </div>
          <div className="control">
            <label htmlFor="status">Status</label>
            <select id="status" name="status" defaultValue={question.withPast ? "all" : ""}>
              <option value="">current</option>
              <option value="all">all, including deprecated and not recently checked</option>
            </select>
          </div>
          <label className="tick">
            <input type="checkbox" name="kinds" value="all" defaultChecked={question.withSpecial} /> Include embedding,
            ranking and image models
          </label>
          <label className="tick">
            <input type="checkbox" name="offers" value="all" defaultChecked={question.everyOffer} /> Show each vendor’s
            offer in its own row
          </label>
        </fieldset>
        <details className="mt-2" open={question.cards.length > 0}>
          <summary>
            {question.cards.length === 0
              ? `All ${formatNumber(cards.length)} vendors`
              : question.cards.length === 1
                ? "1 vendor"
                : `${question.cards.length} vendors`}
          </summary>
          <div className="vendor-list">
            {cards.map(({ slug, name, models }) => (
              <label key={slug}>
                <input type="checkbox" name="cards" value={slug} defaultChecked={question.cards.includes(slug)} />{" "}
                {name} <span className="note">{formatNumber(models)}</span>
              </label>
            ))}
          </div>
        </details>
      </details>
      {question.plotted.length > 0 ? <input type="hidden" name="plot" value={question.plotted.join(",")} /> : null}
      <input type="hidden" name="vary" value={question.axis} />
      {question.plan ? (
        <input
          type="hidden"
          name="plan"
          value={`${question.plan.product}:${question.plan.tier}:${question.plan.seats}`}
        />
      ) : null}
      {TASKS.flatMap(({ id, in: input, out }) => {
        const asked = question.tasks[id];
        return asked.in === input && asked.out === out
          ? []
          : [<input key={id} type="hidden" name={id} value={`${asked.in}:${asked.out}`} />];
      })}
    </LiveForm>
  );
}

function Quantity({ name, read }: { name: QuantityName; read: ReadLlm }) {
  const value = read.question.quantities[name];
  const fault = read.faults.find(({ field }) => field === name);
  return (
    <div className="control">
      <label htmlFor={name}>{quantityLabel(name)}</label>
      <input
        id={name}
        name={name}
        inputMode="decimal"
        className="text-right"
        maxLength={24}
        autoComplete="off"
        placeholder="0"
        data-steps={COUNT_FORM}
        defaultValue={read.typed[name] ?? (value === null ? "" : formatNumber(value))}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${name}-fault` : undefined}
      />
      {fault ? (
        <p className="fault" id={`${name}-fault`}>
          {fault.message}
        </p>
      ) : null}
    </div>
  );
}
