import type { Extraction } from "@/lib/reader";
import { addressesModel, cleanTexts } from "@/lib/safe-text";

/** Removes hidden characters from the texts of a page, and drops names that give orders to a language model. */
export function safeExtraction(extraction: Extraction): Extraction {
  const { reading, refusals } = cleanTexts(extraction);
  const orders = (reading?.tiers ?? []).filter(({ name }) => addressesModel(name));
  if (!reading || orders.length === 0) return { reading, refusals };
  const tiers = reading.tiers.filter((tier) => !orders.includes(tier));
  const refused = orders.map(({ name }) => ({
    extractor: reading.extractor,
    what: name,
    why: "the name gives orders to a language model",
  }));
  return {
    reading: tiers.length > 0 ? { ...reading, tiers, complete: false } : null,
    refusals: [...refused, ...refusals],
  };
}
