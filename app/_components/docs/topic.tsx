import type { ReactNode } from "react";

export function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-(--rule-strong) pt-4 pb-8">
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="mt-2 grid max-w-read gap-3">{children}</div>
    </section>
  );
}
