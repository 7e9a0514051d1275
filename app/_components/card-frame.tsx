import type { ReactNode } from "react";
import { CARD } from "@/lib/format/share-card";

/** The colour tokens of globals.css for paper: an image has no style sheet. */
export const INK = {
  paper: "#fbfbf9",
  ink: "#17181a",
  second: "#44474c",
  third: "#63666b",
  grid: "#dcdcd6",
  accent: "#1b4f8f",
};

const TICK_WIDTH = 120;

export type CardSite = { name: string; address: string };

type Props = {
  site: CardSite;
  kicker: string;
  title: string;
  titleSize: number;
  /** Below the title. */
  children?: ReactNode;
  picture: ReactNode;
  note: string;
};

/** The common layout of all share images. Satori renders it and supports only flex boxes and absolute positions. */
export function CardFrame({ site, kicker, title, titleSize, children, picture, note }: Props) {
  return (
    <div
      style={{
        width: CARD.width,
        height: CARD.height,
        padding: `50px ${CARD.margin}px 42px`,
        display: "flex",
        flexDirection: "column",
        background: INK.paper,
        color: INK.ink,
        fontFamily: "Inter",
      }}
    >
      <div style={{ display: "flex", justifyContent: "space-between", fontSize: 26, color: INK.second }}>
        <div style={{ display: "flex", fontWeight: 600, color: INK.ink }}>{site.name}</div>
        <div style={{ display: "flex" }}>{kicker}</div>
      </div>
      <div style={{ display: "flex", height: 2, background: INK.ink, marginTop: 20 }} />
      <div
        style={{
          display: "flex",
          marginTop: 28,
          fontSize: titleSize,
          fontWeight: 600,
          letterSpacing: "-0.02em",
          lineHeight: 1.08,
        }}
      >
        {title}
      </div>
      {children}
      <div style={{ display: "flex", flexGrow: 1 }} />
      {picture}
      <div style={{ display: "flex", justifyContent: "space-between", marginTop: 16, fontSize: 22, color: INK.third }}>
        <div style={{ display: "flex" }}>{note}</div>
        <div style={{ display: "flex" }}>{site.address}</div>
      </div>
    </div>
  );
}

/** A figure under an axis, centred on its tick. At the left edge it is left-aligned. */
export function Tick({ x, y, text }: { x: number; y: number; text: string }) {
  const left = x - TICK_WIDTH / 2;
  return (
    <div
      style={{
        position: "absolute",
        left: Math.max(0, left),
        top: y,
        width: TICK_WIDTH,
        display: "flex",
        justifyContent: left < 0 ? "flex-start" : "center",
        fontSize: 20,
        color: INK.third,
      }}
    >
      {text}
    </div>
  );
}
