import type { CSSProperties } from "react";
import type { PriceText } from "@/lib/format/price";
import { type EvidenceBook, Marks } from "./marks";

type Props = { value: PriceText; evidence: readonly string[]; book: EvidenceBook; pad?: number };

/** A figure with its evidence mark in the margin, so that decimal points stay aligned. */
export function Figure({ value, evidence, book, pad = 0 }: Props) {
  if (!value.known) return <span className="unknown">{value.text}</span>;
  const style = pad > 0 ? ({ "--pad": pad } as CSSProperties) : undefined;
  return (
    <span className="figure" style={style}>
      {value.text}
      <Marks ids={evidence} book={book} limit={1} />
    </span>
  );
}
