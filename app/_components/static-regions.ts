import type { ReactNode } from "react";

/** The content that is rendered once, in order of `put` within the current request. */
export interface Regions {
  /** @returns the place for `get`; null if this request renders everything as data */
  put(content: ReactNode): number | null;
  get(place: number): ReactNode;
  /** Renders everything in this request as data. */
  none(): void;
}

/** Process-wide: Next loads a module once per render layer. */
export const REGIONS = "static-regions";
