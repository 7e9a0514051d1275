import type { ReactNode } from "react";

/** What is drawn once, in the order in which it was handed over within the request that is under way. */
export interface Regions {
  /** @returns the place to ask for; null: this request is drawn as data throughout */
  put(content: ReactNode): number | null;
  get(place: number): ReactNode;
  /** Nothing of this request is kept from its data. */
  none(): void;
}

/** Of the process: Next loads modules once for each layer that it draws in. */
export const REGIONS = "static-regions";
