import type { Decimal } from "decimal.js";
import { decimal } from "@/lib/catalog/money";
import type { BandMode, SeatBand } from "@/lib/schemas/primitives";

/**
 * Computes the price of `quantity` units. `volume`: the band that contains the whole quantity prices all of it.
 * `graduated`: each band prices its own units. The last band also prices a quantity beyond it.
 */
export function bandedTotal(bands: readonly SeatBand[], mode: BandMode, quantity: number): Decimal {
  const sorted = [...bands].sort((a, b) => a.from - b.from);
  const last = sorted.at(-1);
  if (!last) return decimal(0);
  if (mode === "volume") {
    const band = sorted.find((item) => item.upTo === null || quantity <= item.upTo) ?? last;
    return decimal(band.unitPrice).times(quantity);
  }
  return sorted.reduce((total, band) => {
    const end = band === last ? quantity : Math.min(quantity, band.upTo ?? quantity);
    return total.plus(decimal(band.unitPrice).times(Math.max(0, end - band.from)));
  }, decimal(0));
}
