import type { PeerCosts } from "@/app/_data/cost";

/** For how many a year's costs of others are counted: see live/peers.ts. */
export function PeerWho({ who }: Pick<PeerCosts, "who">) {
  return <span data-who>{who}</span>;
}

/** What a year costs there for as many as the verdict; where no column says so, for how many. */
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
