import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { FILE_PRICES, SUBSCRIPTION_PRICES } from "./prices";
import { APP, idOf, once, type StripeApi } from "./stripe";

interface Product {
  id: string;
  name: string;
  description: string;
}

interface Wanted {
  lookupKey: string;
  amountMinor: number;
  currency: string;
  interval: "month" | "year" | null;
  product: Product;
}

const BULK: Product = {
  id: "pricing-intelligence-bulk",
  name: "Bulk data",
  description: "An API key for whole categories of pricing records, with price history.",
};

const SIZE: Record<(typeof FILE_PRICES)[number]["lookupKey"], string> = {
  file_s: "up to 25 priced records",
  file_m: "up to 100 priced records",
  file_l: "up to 250 priced records",
  file_xl: "more than 250 priced records",
};

/** Everything that Stripe sells for us. */
const WANTED: readonly Wanted[] = [
  ...Object.values(SUBSCRIPTION_PRICES).map((price) => ({ ...price, product: BULK })),
  ...FILE_PRICES.map((price) => ({
    ...price,
    interval: null,
    product: {
      id: `pricing-intelligence-${price.lookupKey.replace("_", "-")}`,
      name: `Category file, ${SIZE[price.lookupKey]}`,
      description: "One JSON file of a category's pricing records, as of the day of purchase.",
    },
  })),
];

export interface SyncStep {
  /** The changed object: a price's lookup key, a product, or the portal. */
  subject: string;
  done: "created" | "changed" | "kept";
  detail: string;
}

/**
 * Synchronises products, prices and the billing portal with our table, and changes nothing else in the account. It may
 * run any number of times. A price's amount cannot change at Stripe: a new price takes over the lookup key, and the old
 * price stays for its subscribers but is no longer sold.
 */
export async function syncStripe(
  stripe: StripeApi,
  { siteUrl, siteName }: { siteUrl: string; siteName: string },
): Promise<SyncStep[]> {
  const steps: SyncStep[] = [];
  const { data: found } = await stripe.prices.list({
    lookup_keys: WANTED.map(({ lookupKey }) => lookupKey),
    limit: 100,
  });
  for (const product of new Set(WANTED.map((wanted) => wanted.product))) {
    steps.push(await syncProduct(stripe, product));
  }
  for (const wanted of WANTED) {
    const current = found.find((price) => price.lookup_key === wanted.lookupKey);
    steps.push(await syncPrice(stripe, wanted, current));
  }
  steps.push(await syncPortal(stripe, { siteUrl, siteName }));
  return steps;
}

async function syncProduct(stripe: StripeApi, { id, name, description }: Product): Promise<SyncStep> {
  const wanted = { name, description, active: true };
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  const [current] = data;
  if (!current) {
    const created = { id, ...wanted, metadata: { app: APP } };
    await write("product", created, (options) => stripe.products.create(created, options));
    return { subject: `product ${id}`, done: "created", detail: name };
  }
  if (current.name === name && current.description === description && current.active) {
    return { subject: `product ${id}`, done: "kept", detail: name };
  }
  await write("product", { id, wanted, from: current.updated }, (options) =>
    stripe.products.update(id, wanted, options),
  );
  return { subject: `product ${id}`, done: "changed", detail: name };
}

function fits(price: Stripe.Price, { amountMinor, currency, interval, product }: Wanted): boolean {
  return (
    price.active &&
    price.unit_amount === amountMinor &&
    price.currency === currency.toLowerCase() &&
    (price.recurring?.interval ?? null) === interval &&
    (price.recurring?.interval_count ?? 1) === 1 &&
    idOf(price.product) === product.id
  );
}

async function syncPrice(stripe: StripeApi, wanted: Wanted, current: Stripe.Price | undefined): Promise<SyncStep> {
  const { lookupKey, amountMinor, currency, interval, product } = wanted;
  const detail = `${currency} ${(amountMinor / 100).toFixed(2)}${interval ? ` per ${interval}` : ""}`;
  if (current && fits(current, wanted)) return { subject: `price ${lookupKey}`, done: "kept", detail };
  const price: Stripe.PriceCreateParams = {
    product: product.id,
    currency: currency.toLowerCase(),
    unit_amount: amountMinor,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    tax_behavior: "exclusive",
    // Remains when the lookup key moves to a later price.
    metadata: { app: APP, key: lookupKey },
    ...(interval && { recurring: { interval } }),
  };
  // The key includes the replaced price: a return to an earlier amount within a day creates a new price, not a replay.
  await write("price", { price, replaces: current?.id ?? null }, (options) => stripe.prices.create(price, options));
  if (!current) return { subject: `price ${lookupKey}`, done: "created", detail };
  if (current.active) {
    const retired = { active: false };
    await write("retire", { id: current.id }, (options) => stripe.prices.update(current.id, retired, options));
  }
  return { subject: `price ${lookupKey}`, done: "changed", detail: `${detail}, replaces ${current.id}` };
}

/** Does not allow changing the email address, because the owner of the customer's mailbox sees the purchases. */
function portalParams({ siteUrl, siteName }: { siteUrl: string; siteName: string }) {
  return {
    business_profile: { headline: siteName },
    default_return_url: `${siteUrl}/account`,
    features: {
      customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end", proration_behavior: "none" },
      subscription_update: { enabled: false },
    },
    metadata: { app: APP },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
}

async function syncPortal(stripe: StripeApi, site: { siteUrl: string; siteName: string }): Promise<SyncStep> {
  const wanted = portalParams(site);
  const version = hashOf(wanted);
  const params = { ...wanted, metadata: { app: APP, version } };
  const current = await portalConfiguration(stripe);
  if (!current) {
    await write("portal", params, (options) => stripe.billingPortal.configurations.create(params, options));
    return { subject: "billing portal", done: "created", detail: "card, invoices, cancel at period end" };
  }
  if (current.metadata?.version === version) {
    return { subject: "billing portal", done: "kept", detail: "card, invoices, cancel at period end" };
  }
  await write("portal", { id: current.id, params, from: current.updated }, (options) =>
    stripe.billingPortal.configurations.update(current.id, params, options),
  );
  return { subject: "billing portal", done: "changed", detail: "card, invoices, cancel at period end" };
}

/** Returns our configuration, regardless of the account's default. */
export async function portalConfiguration(stripe: StripeApi): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.app === APP) return configuration;
  }
  return undefined;
}

/**
 * Returns the price with a lookup key. Undefined if Stripe has no such price, has another amount for it, or does not
 * sell its product.
 */
export async function sellablePrice(
  stripe: StripeApi,
  { lookupKey, amountMinor, currency }: { lookupKey: string; amountMinor: number; currency: string },
): Promise<Stripe.Price | undefined> {
  const { data } = await stripe.prices.list({
    lookup_keys: [lookupKey],
    active: true,
    limit: 1,
    expand: ["data.product"],
  });
  const [price] = data;
  if (price?.unit_amount !== amountMinor || price.currency !== currency.toLowerCase()) return undefined;
  const { product } = price;
  return typeof product === "object" && !product.deleted && product.active ? price : undefined;
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

function write<T>(what: string, value: unknown, work: (options: { idempotencyKey: string }) => Promise<T>): Promise<T> {
  return once(`${what}:${hashOf(value)}`, work);
}
