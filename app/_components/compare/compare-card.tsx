import type { CompareCard } from "@/lib/format/compare-card";
import { COMPARE_CARD_FONT } from "@/lib/format/compare-card";
import { formatMoney } from "@/lib/format/money";
import { CardFrame, type CardSite, INK, Tick } from "../card-frame";

export function CompareCardImage({ card, site }: { card: CompareCard; site: CardSite }) {
  return (
    <CardFrame
      site={site}
      kicker={card.facts.join(" · ")}
      title={card.title.text}
      titleSize={card.title.size}
      picture={card.chart ? <Chart card={card} /> : <Starts card={card} />}
      note={card.note}
    />
  );
}

function Starts({ card: { starts } }: { card: CompareCard }) {
  return (
    <div style={{ display: "flex", flexDirection: "column", fontSize: 34 }}>
      {starts.map(({ name, price }) => (
        <div
          key={name}
          style={{
            display: "flex",
            justifyContent: "space-between",
            padding: "10px 0",
            borderTop: `1px solid ${INK.grid}`,
          }}
        >
          <div style={{ display: "flex", fontWeight: 600 }}>{name}</div>
          <div style={{ display: "flex", color: INK.second }}>{price}</div>
        </div>
      ))}
    </div>
  );
}

function Chart({ card: { chart, currency } }: { card: CompareCard }) {
  if (!chart) return null;
  const bar = (left: number, top: number, width: number, height: number, background: string, key?: string) => (
    <div key={key} style={{ position: "absolute", left, top, width, height, background, display: "flex" }} />
  );
  const text = (left: number, top: number, words: string, key: string, weight: 400 | 600 = 400) => (
    <div
      key={key}
      style={{
        position: "absolute",
        left,
        top,
        display: "flex",
        fontSize: COMPARE_CARD_FONT,
        fontWeight: weight,
        whiteSpace: "nowrap",
      }}
    >
      {words}
    </div>
  );
  return (
    <div style={{ position: "relative", display: "flex", width: chart.width, height: chart.height + 8 }}>
      {chart.ticks.map(({ x, value }) => (
        <div key={`tick ${value}`} style={{ display: "flex" }}>
          {bar(x - 0.5, 0, 1, chart.bottom, INK.grid)}
          <Tick x={x} y={chart.bottom + 4} text={formatMoney(value, currency)} />
        </div>
      ))}
      {chart.rows.map((row) => (
        <div key={row.name} style={{ display: "flex" }}>
          {text(row.nameX, row.axisY - 14, row.name, `name ${row.name}`, 600)}
          {bar(chart.left, row.axisY - 1, chart.right - chart.left, 2, INK.third)}
          {row.span ? bar(row.span.from, row.axisY - 3, row.span.to - row.span.from, 6, INK.ink) : null}
          {row.marks.map((mark) => (
            <div key={mark.value} style={{ display: "flex" }}>
              <div
                style={{
                  position: "absolute",
                  left: mark.x - 9,
                  top: row.axisY - 9,
                  width: 18,
                  height: 18,
                  borderRadius: 9,
                  border: `3px solid ${INK.paper}`,
                  background: INK.ink,
                  display: "flex",
                }}
              />
              {text(mark.labelX, mark.labelY - 20, mark.text, `label ${mark.value}`)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
