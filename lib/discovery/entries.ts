import type { Category, OftenCompared, Product, UnlistedProduct } from "@/lib/schemas/catalog";
import type { Day, PriceStatus, PricingModel, Slug } from "@/lib/schemas/primitives";

/** A product with all that it is found by. */
export interface KnownProduct extends Product {
  /** Every model or service that was ever on its rate card, in the form given by nameKey(). */
  models: readonly string[];
}

/** What a product is filtered and sorted by in one period: a product whose record changes by itself has several. */
export interface PeriodEntry {
  slug: Slug;
  validFrom: Day;
  validUntil: Day | null;
  startingPrice: number | null;
  currency: string | null;
  /** What startingPrice buys, for example user/month. */
  priceUnit: string | null;
  priceStatus: PriceStatus;
  pricingModel: PricingModel | null;
  freeTier: boolean | null;
  freePlan: boolean | null;
  selfHosted: boolean;
  hasHiddenCosts: boolean;
  ssoCharged: boolean;
  disputed: boolean;
  /** Offers and capabilities, as the bits of STATED. */
  stated: number;
  /** Null where no price is stated. */
  confidence: number | null;
  observedAt: Day;
  /** Independent sources that know it. */
  sources: number;
  /** Whether a starting price or a rate card is known. */
  priced: boolean;
  prominence: number;
}

export interface Entries {
  /** Products of which nothing stands any more: they answer by name, give way to others, and are not offered. */
  withdrawn: ReadonlySet<Slug>;
  products: readonly KnownProduct[];
  index: readonly PeriodEntry[];
  categories: readonly Pick<Category, "slug" | "name" | "aliases">[];
  oftenCompared?: readonly OftenCompared[];
  unlisted?: readonly UnlistedProduct[];
}
