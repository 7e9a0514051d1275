import type { ReactNode } from "react";
import type { Verdict } from "@/lib/format/verdict";
import { AgeMark } from "../age-mark";

type Props = {
  verdict: Verdict;
  /** A field that replaces the number. */
  box?: ReactNode;
};

/** Shows the cost, the count, the tier, the age of the price and advice. */
export function VerdictLines({ verdict, box }: Props) {
  const { name, figure, count, how, age, verb, advice, vendor, notes, restricted, total } = verdict;
  const priced = count !== null || total !== null;
  return (
    <>
      <p className="verdict-figure" data-total={total ?? undefined}>
        {name}: <strong data-answer={priced ? undefined : "price"}>{figure}</strong>
        {count ? (
          <>
            {" for "}
            <span className="whitespace-nowrap">
              {box ?? count.quantity} {count.noun}
            </span>
            {count.beside}
          </>
        ) : null}
        {restricted ? <span className="tag ml-2">Third-party figure</span> : null}
      </p>
      <p className="verdict-basis">
        {how ? `${how} · ` : null}
        {verb}{" "}
        <time dateTime={age.day} className="whitespace-nowrap">
          {age.on}
        </time>
        {` (${age.ago}, `}
        <AgeMark word={age.word} />
        {`)${age.unchangedSince ? `, unchanged since ${age.unchangedSince}` : ""}`}
        {advice ? (
          <>
            {": "}
            {vendor ? (
              <a href={vendor} rel="noopener nofollow">
                {advice}
              </a>
            ) : (
              advice
            )}
          </>
        ) : null}
      </p>
      {notes.length > 0 ? <p className="note">{notes.join(" · ")}.</p> : null}
    </>
  );
}
