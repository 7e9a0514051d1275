import type { ReactNode } from "react";

type Props = { id: string; title: string; note?: ReactNode; children: ReactNode };

export function Section({ id, title, note, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="section">
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {note ? <div className="note mt-1">{note}</div> : null}
      </div>
      <div>{children}</div>
    </section>
  );
}
