import type { Distribution } from "@/lib/chart/distribution";
import { formatMoney } from "@/lib/format/money";
import { CardFrame, type CardSite, INK, Tick } from "./card-frame";

type Props = {
  site: CardSite;
  kicker: string;
  title: string;
  figure: string;
  note: string;
  plot?: { distribution: Distribution; currency: string } | null;
};

export function ListCardImage({ site, kicker, title, figure, note, plot }: Props) {
  return (
    <CardFrame
      site={site}
      kicker={kicker}
      title={title}
      titleSize={title.length > 40 ? 52 : 68}
      picture={plot ? <Dots {...plot} /> : null}
      note={
        plot
          ? "Each dot is one product’s starting price. The blue line is the median."
          : "Every figure with its source and date"
      }
    >
      <div style={{ display: "flex", marginTop: 20, fontSize: 40, fontWeight: 600, lineHeight: 1.25 }}>{figure}</div>
      <div style={{ display: "flex", marginTop: 10, fontSize: 28, color: INK.second }}>{note}</div>
    </CardFrame>
  );
}

function Dots({ distribution, currency }: { distribution: Distribution; currency: string }) {
  const { radius, axisY, dots, left, right, median, ticks, beyond, width } = distribution;
  const box = (x: number, y: number, width: number, height: number, background: string, round = 0, key?: string) => (
    <div
      key={key}
      style={{ position: "absolute", left: x, top: y, width, height, background, borderRadius: round, display: "flex" }}
    />
  );
  return (
    <div style={{ position: "relative", display: "flex", width, height: axisY + 44 }}>
      {box(left, axisY, right - left, 2, INK.third)}
      {dots.map(({ x, y }) => box(x - radius, y - radius, 2 * radius, 2 * radius, INK.second, radius, `${x} ${y}`))}
      {box(median - 2, 8, 4, axisY + 4, INK.accent)}
      {ticks.map(({ x, value }) => (
        <Tick key={value} x={x} y={axisY + 14} text={formatMoney(value, currency)} />
      ))}
      {beyond ? <Tick x={width - 32} y={axisY + 14} text={`${beyond.count} above`} /> : null}
    </div>
  );
}
