import type { ReactNode } from "react";
import { Static } from "./static";

type Props = {
  id: string;
  title: string;
  note?: ReactNode;
  /** True if the section contains client components. */
  live?: boolean;
  children: ReactNode;
};

export function Section({ id, title, note, live = false, children }: Props) {
  const frame = { id, "aria-labelledby": `${id}-title`, className: "section" };
  const content = (
    <>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {note ? <div className="note mt-1">{note}</div> : null}
      </div>
      <div>{children}</div>
    </>
  );
  if (live) return <section {...frame}>{content}</section>;
  return (
    <Static as="section" {...frame}>
      {content}
    </Static>
  );
}
