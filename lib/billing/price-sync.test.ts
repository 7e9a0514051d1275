import type Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Connection } from "@/db/client";
import { startCheckout } from "./checkout";
import { sellablePrice, syncStripe } from "./price-sync";
import { FILE_PRICES, SUBSCRIPTION_PRICES } from "./prices";
import type { StripeApi } from "./stripe";
import { openWorld, SITE_URL, type World } from "./testing/world";

const SITE = { siteUrl: SITE_URL, siteName: "Pricing" };
const ALL = [...Object.values(SUBSCRIPTION_PRICES), ...FILE_PRICES];

let world: World;
let stripe: StripeApi;
const sync = () => syncStripe(stripe, SITE);
const writes = () => world.calls.filter((call) => !call.startsWith("GET"));
const prices = (key: string) => world.stripe.store.all("price").filter(({ lookup_key }) => lookup_key === key);

describe("stripe:sync", () => {
  beforeEach(() => {
    // These tests do not use the database.
    world = openWorld({ db: { $client: {} }, kind: "embedded" } as unknown as Connection);
    stripe = world.billing.stripe;
  });

  test("makes every product and price of the table, and the portal", async () => {
    const steps = await sync();
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: 5 + 6 + 1 }, () => "created"));
    for (const price of ALL) {
      const found = await sellablePrice(stripe, price);
      expect(found).toMatchObject({
        unit_amount: price.amountMinor,
        currency: "usd",
        lookup_key: price.lookupKey,
        tax_behavior: "exclusive",
        type: "interval" in price ? "recurring" : "one_time",
      });
      expect(found?.recurring?.interval ?? null).toBe("interval" in price ? price.interval : null);
    }
    const [portal] = world.stripe.store.all("billing_portal.configuration");
    expect(portal?.features).toMatchObject({
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      customer_update: { enabled: true, allowed_updates: expect.not.arrayContaining(["email"]) },
      subscription_update: { enabled: false },
    });
  });

  test("a second run changes nothing", async () => {
    await sync();
    world.calls.length = 0;
    expect(new Set((await sync()).map(({ done }) => done))).toEqual(new Set(["kept"]));
    expect(writes()).toEqual([]);
  });

  test("a run that broke off is completed by the next, with nothing made twice", async () => {
    let calls = 0;
    world.onCall = () => {
      calls += 1;
      if (calls > 9) throw new TypeError("fetch failed");
      return undefined;
    };
    await expect(sync()).rejects.toThrow();
    world.onCall = () => undefined;
    await sync();
    expect(world.stripe.store.all("product")).toHaveLength(5);
    expect(world.stripe.store.all("price")).toHaveLength(6);
    expect(world.stripe.store.all("billing_portal.configuration")).toHaveLength(1);
  });

  test("another amount is another price that takes over the key; the old one is sold no more, and back again works", async () => {
    await sync();
    const [original] = prices("bulk_monthly") as [Stripe.Price];
    const dearer = await stripe.prices.create({
      product: original.product as string,
      currency: "usd",
      unit_amount: 5_900,
      recurring: { interval: "month" },
      lookup_key: "bulk_monthly",
      transfer_lookup_key: true,
    });
    expect(await sellablePrice(stripe, SUBSCRIPTION_PRICES.month)).toBeUndefined();

    const changed = (await sync()).filter(({ done }) => done !== "kept");
    expect(changed).toEqual([
      { subject: "price bulk_monthly", done: "changed", detail: `USD 49.00 per month, replaces ${dearer.id}` },
    ]);
    const [now, ...others] = prices("bulk_monthly");
    expect(others).toEqual([]);
    expect(now).toMatchObject({ unit_amount: 4_900, active: true });
    expect(now?.id).not.toBe(original.id);
    expect(world.stripe.store.get("price", dearer.id)).toMatchObject({ active: false });
    expect(new Set((await sync()).map(({ done }) => done))).toEqual(new Set(["kept"]));
  });

  test("a price that was archived and a product that was renamed are put right", async () => {
    await sync();
    const [price] = prices("file_s") as [Stripe.Price];
    await stripe.prices.update(price.id, { active: false });
    await stripe.products.update("pricing-intelligence-bulk", { name: "Renamed" });
    const changed = (await sync()).filter(({ done }) => done !== "kept").map(({ subject }) => subject);
    expect(changed).toEqual(["product pricing-intelligence-bulk", "price file_s"]);
    expect(prices("file_s")).toMatchObject([{ active: true }]);
    expect(world.stripe.store.get("product", "pricing-intelligence-bulk")).toMatchObject({ name: "Bulk data" });
  });

  test("after a breakdown that Stripe keeps under the key it goes on", async () => {
    vi.spyOn(console, "error").mockImplementationOnce(() => {});
    vi.spyOn(world.stripe.store, "newId").mockImplementationOnce(() => {
      throw new Error("Stripe broke down.");
    });
    await expect(sync()).rejects.toMatchObject({ statusCode: 500 });
    vi.restoreAllMocks();
    expect(new Set((await sync()).map(({ done }) => done))).toEqual(new Set(["created"]));
  });

  test("what belongs to a product that was archived is not sold until it is put right", async () => {
    await sync();
    await stripe.products.update("pricing-intelligence-bulk", { active: false });
    expect(await sellablePrice(stripe, SUBSCRIPTION_PRICES.month)).toBeUndefined();
    await sync();
    expect(await sellablePrice(stripe, SUBSCRIPTION_PRICES.month)).toMatchObject({ lookup_key: "bulk_monthly" });
  });

  test("nothing is sold for another amount than the table's, and outside of the sandbox nothing is made unasked", async () => {
    world.billing.mode = "stripe";
    world.billing.db = async () => ({}) as never;
    const start = () =>
      startCheckout({ kind: "subscription", interval: "month" }, { siteUrl: SITE_URL }, world.billing);
    await expect(start()).rejects.toEqual(expect.objectContaining({ code: "unavailable" }));
    await sync();
    world.calls.length = 0;
    const [price] = prices("bulk_monthly") as [Stripe.Price];
    world.stripe.update("price", price.id, { unit_amount: 100 });
    await expect(start()).rejects.toEqual(expect.objectContaining({ code: "unavailable" }));
    expect(writes()).toEqual([]);
  });

  test("every write has an idempotency key", async () => {
    await sync();
    const { store } = world.stripe;
    expect(store.idempotency.size).toBe(writes().length);
  });
});
