import type { ReactNode } from "react";
import { Static } from "./static";

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  /** Components of the browser stand in it, or its content is drawn anew in place. */
  live?: boolean;
  children: ReactNode;
};

export function Section({ id, title, note, live = false, children }: Props) {
  const Frame = live ? "section" : Static;
  return (
    <Frame {...(!live && { as: "section" as const })} id={id} aria-labelledby={`${id}-title`} className="section">
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {note ? <div className="note mt-1">{note}</div> : null}
      </div>
      <div>{children}</div>
    </Frame>
  );
}
