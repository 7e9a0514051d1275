import { LLM_PATH } from "@/app/_data/tool-paths";
import { list } from "@/lib/format/words";
import type { Chosen } from "@/lib/usage/chosen-models";
import { type LlmQuestion, llmQuery } from "@/lib/usage/llm-address";

/** Shows the model that each typed name matched, and suggestions for unknown names. */
export function NameAnswers({ chosen, question }: { chosen: Chosen; question: LlmQuestion }) {
  const unknown = chosen.named.filter(({ choices }) => choices.length === 0);
  const known = chosen.named.filter(({ choices }) => choices.length > 0);
  if (chosen.named.length === 0) return null;
  return (
    <div className="pt-3 text-table" data-testid="names">
      {known.length > 0 ? (
        <p className="text-ink-2">
          Matched{" "}
          {known
            .map(({ name, family, choices }) =>
              family
                ? `“${name}” to the newest ${family.name} models`
                : `“${name}” to ${list(choices.map(({ offers: [offer] }) => offer?.model.name ?? ""))}`,
            )
            .join("; ")}
          .
        </p>
      ) : null}
      {unknown.map(({ name, suggestions }) => (
        <p key={name} className="fault">
          No model matches “{name}”.
          {suggestions.length > 0 ? " Did you mean " : ""}
          {suggestions.map((meant, index) => (
            <span key={meant}>
              {index === 0 ? "" : index === suggestions.length - 1 ? " or " : ", "}
              <a
                href={`${LLM_PATH}?${llmQuery({ ...question, names: question.names.map((own) => (own === name ? meant : own)) })}`}
              >
                {meant}
              </a>
            </span>
          ))}
          {suggestions.length > 0 ? "?" : ""}
        </p>
      ))}
    </div>
  );
}
