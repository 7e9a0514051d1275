import { formatMoney } from "@/lib/format/money";
import type { ShareCard } from "@/lib/format/share-card";
import { CardFrame, type CardSite, INK, Tick } from "../card-frame";

const AXIS = 2;

export function ShareCardImage({ card, site }: { card: ShareCard; site: CardSite }) {
  return (
    <CardFrame
      site={site}
      kicker={card.category}
      title={card.title.text}
      titleSize={card.title.size}
      picture={card.strip ? <StripPicture card={card} /> : null}
      note={card.strip ? card.stripNote : "Every figure with its source and date"}
    >
      <div
        style={{
          display: "flex",
          marginTop: 20,
          fontSize: card.price.size,
          fontWeight: 600,
          lineHeight: 1.2,
          whiteSpace: "nowrap",
          overflow: "hidden",
        }}
      >
        {card.price.text}
      </div>
      <div style={{ display: "flex", marginTop: 10, fontSize: 28, color: INK.second }}>{card.facts.join(" · ")}</div>
    </CardFrame>
  );
}

function StripPicture({ card: { strip, currency } }: { card: ShareCard }) {
  if (!strip) return null;
  const line = (x: number, y: number, width: number, height: number, background: string, key?: string) => (
    <div key={key} style={{ position: "absolute", left: x, top: y, width, height, background, display: "flex" }} />
  );
  return (
    <div style={{ position: "relative", display: "flex", width: strip.width, height: strip.height }}>
      {line(strip.left, strip.axisY - AXIS / 2, strip.right - strip.left, AXIS, INK.third)}
      {strip.ticks.map(({ x, value }) => (
        <Tick key={value} x={x} y={strip.axisY + 12} text={formatMoney(value, currency)} />
      ))}
      {strip.span ? line(strip.span.from, strip.axisY - 3, strip.span.to - strip.span.from, 6, INK.ink) : null}
      {strip.median ? line(strip.median.x - 2, strip.axisY - 8, 4, 24, INK.accent) : null}
      {strip.marks.map((mark) => (
        <div key={mark.value} style={{ display: "flex" }}>
          {mark.text ? line(mark.x - 1, mark.labelY - 18, 2, strip.axisY - mark.labelY + 18, INK.third) : null}
          <div
            style={{
              position: "absolute",
              left: mark.x - 10,
              top: strip.axisY - 10,
              width: 20,
              height: 20,
              borderRadius: 10,
              border: `3px solid ${INK.paper}`,
              background: INK.ink,
              display: "flex",
            }}
          />
          {mark.text ? (
            <div
              style={{ position: "absolute", left: mark.labelX, top: mark.labelY - 22, fontSize: 22, display: "flex" }}
            >
              {mark.text}
            </div>
          ) : null}
        </div>
      ))}
    </div>
  );
}
