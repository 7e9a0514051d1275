import type { Category, OftenCompared, Product, UnlistedProduct } from "@/lib/schemas/catalog";
import type { Day, PriceStatus, PricingModel, Slug } from "@/lib/schemas/primitives";

/** A product with all its search terms. */
export interface KnownProduct extends Product {
  /** Every model or service that was ever on its rate card, in the form given by nameKey(). */
  models: readonly string[];
}

/** The values that filter and sort a product in one period. A product whose record changes with time has several. */
export interface PeriodEntry {
  slug: Slug;
  validFrom: Day;
  validUntil: Day | null;
  startingPrice: number | null;
  currency: string | null;
  /** The unit of startingPrice, for example user/month. */
  priceUnit: string | null;
  priceStatus: PriceStatus;
  pricingModel: PricingModel | null;
  freeTier: boolean | null;
  freePlan: boolean | null;
  /** See freePeopleColumn(). */
  freePeople?: number | null;
  selfHosted: boolean;
  hasHiddenCosts: boolean;
  ssoCharged: boolean;
  disputed: boolean;
  /** Offers and capabilities, as the bits of STATED. */
  stated: number;
  /** Null if no price is stated. */
  confidence: number | null;
  observedAt: Day;
  /** Number of independent sources that list it. */
  sources: number;
  /** True if a starting price or a rate card is known. */
  priced: boolean;
  prominence: number;
}

export interface Entries {
  /** Products whose observations are all retracted: they resolve by name, give way to others, and are not offered. */
  withdrawn: ReadonlySet<Slug>;
  products: readonly KnownProduct[];
  index: readonly PeriodEntry[];
  categories: readonly Pick<Category, "slug" | "name" | "aliases">[];
  oftenCompared?: readonly OftenCompared[];
  unlisted?: readonly UnlistedProduct[];
}
