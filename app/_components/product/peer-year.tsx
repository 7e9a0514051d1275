import type { PeerCosts } from "@/app/_data/cost";

/** The count that other products' yearly costs are for: see live/peers.ts. */
export function PeerWho({ who }: Pick<PeerCosts, "who">) {
  return <span data-who>{who}</span>;
}

/** Shows another product's yearly cost for the count of the verdict. Names the count if no column heading does. */
export function PeerYear({ slug, costs: { who, texts } }: { slug: string; costs: PeerCosts }) {
  const text = texts[slug];
  if (text === undefined) return null;
  return (
    <span className="peer-cost">
      <span className="peer-who">
        Yearly cost for <PeerWho who={who} />:{" "}
      </span>
      <span data-year={slug}>{text}</span>
    </span>
  );
}
