import { LLM_PATH } from "@/app/_data/tool-paths";
import { notRankedWords } from "@/lib/format/llm";
import { formatCount, formatNumber } from "@/lib/format/money";
import { list, meterWords } from "@/lib/format/words";
import { type LlmQuestion, llmQuery } from "@/lib/usage/llm-address";
import { type MarketRanking, SPECIAL_WORDS } from "@/lib/usage/market";
import { Section } from "../section";

const SHOWN = 60;

/** Lists the models that cannot be ranked, grouped by the missing data. */
export function Unpriced({ ranking, question }: { ranking: MarketRanking; question: LlmQuestion }) {
  const { unpriced, contextUnknown, special, notRanked } = ranking;
  const left = notRankedWords(notRanked);
  const reasons = new Map<string, typeof unpriced>();
  for (const entry of unpriced) {
    const missing = list(entry.unpriced.map((meter) => meterWords(meter).toLowerCase()));
    reasons.set(missing, [...(reasons.get(missing) ?? []), entry]);
  }
  const groups = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  if (groups.length === 0 && contextUnknown === 0 && special === 0 && left === "") return null;
  const mode = question.mode === "standard" ? "" : ` in ${question.mode.replace("_", " ")} mode`;
  return (
    <Section id="unpriced" title="Not in the ranking" note="An unknown price is never counted as 0.">
      {groups.map(([missing, entries]) => (
        <details key={missing} className="border-b border-rule py-2 text-table">
          <summary>
            {formatNumber(entries.length)} {entries.length === 1 ? "model has" : "models have"} no price for {missing}
            {mode}
          </summary>
          <ul className="mt-2 gap-x-8 sm:columns-2">
            {entries.slice(0, SHOWN).map(({ card, model, warnings }) => (
              <li key={`${card.slug} ${model.model}`} className="break-inside-avoid py-0.5">
                {model.name}, {card.name}
                {warnings.find((text) => text.includes("priced")) ? (
                  <span className="note block">{warnings.find((text) => text.includes("priced"))}</span>
                ) : null}
              </li>
            ))}
          </ul>
          {entries.length > SHOWN ? (
            <p className="note mt-2">And {formatNumber(entries.length - SHOWN)} more.</p>
          ) : null}
        </details>
      ))}
      <div className="mt-3 grid gap-1 text-table text-ink-2">
        {contextUnknown > 0 && question.minimumContext !== null ? (
          <p>
            {formatNumber(contextUnknown)} more models do not state a context window. They are not ranked because you
            asked for at least {formatCount(question.minimumContext)} tokens.
          </p>
        ) : null}
        {left === "" ? null : (
          <p className="max-w-read" data-testid="not-ranked">
            {left} All of them are on their vendors’ rate cards.{" "}
            {question.withPast ? null : (
              <a href={`${LLM_PATH}?${llmQuery({ ...question, withPast: true })}#ranking`}>
                Include models that are no longer current
              </a>
            )}
          </p>
        )}
        {special > 0 ? (
          <p className="max-w-read">
            {formatNumber(special)} more models are not ranked because their names say that they do not generate text:{" "}
            {SPECIAL_WORDS.join(", ")}.
          </p>
        ) : null}
      </div>
    </Section>
  );
}
