import Stripe from "stripe";
import { API_KEY } from "./context";
import { type Sandbox, type SandboxOptions, startSandbox } from "./server";

export function clientOf(sandbox: Sandbox): Stripe {
  return new Stripe(API_KEY, { host: "127.0.0.1", port: sandbox.port, protocol: "http", maxNetworkRetries: 0 });
}

export const CARDS = {
  succeeds: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  insufficientFunds: "4000 0000 0000 9995",
  authenticates: "4000 0025 0000 3155",
  authenticatesAlways: "4000 0027 6000 3184",
  failsOnRenewal: "4000 0000 0000 0341",
} as const;

export type Opened = {
  sandbox: Sandbox;
  stripe: Stripe;
  monthly: Stripe.Price;
  file: Stripe.Price;
  /** Moves the sandbox's clock. Time-dependent changes happen at its next tick. */
  pass: (seconds: number) => void;
};

/** Opens a sandbox in memory with a monthly and a one-time price. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Opened> {
  let ahead = 0;
  const sandbox = await startSandbox({ clock: () => new Date(Date.now() + ahead * 1000), ...options });
  const stripe = clientOf(sandbox);
  const monthly = await stripe.prices.create({
    currency: "usd",
    unit_amount: 4900,
    recurring: { interval: "month" },
    lookup_key: "acme_monthly",
    product_data: { name: "Acme subscription" },
  });
  const file = await stripe.prices.create({
    currency: "usd",
    unit_amount: 1900,
    lookup_key: "acme_file",
    product_data: { name: "Acme file" },
  });
  return {
    sandbox,
    stripe,
    monthly,
    file,
    pass(seconds) {
      ahead += seconds;
    },
  };
}

export const RETURN = "https://site.example.com/done?session={CHECKOUT_SESSION_ID}";

export function startSubscription({ stripe, monthly }: Opened, more: Stripe.Checkout.SessionCreateParams = {}) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: monthly.id, quantity: 1 }],
    success_url: RETURN,
    cancel_url: "https://site.example.com/pricing",
    ...more,
  });
}

export function startPurchase({ stripe, file }: Opened, more: Stripe.Checkout.SessionCreateParams = {}) {
  return stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: file.id, quantity: 1 }],
    success_url: RETURN,
    ...more,
  });
}

/** Submits the hosted checkout as a browser without JavaScript does. */
export function payOnPage(
  session: Stripe.Checkout.Session,
  card: keyof typeof CARDS = "succeeds",
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(session.url as string, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      email: "buyer@example.com",
      number: CARDS[card],
      expiry: "12/40",
      cvc: "123",
      name: "Acme Buyer",
      ...more,
    }),
  });
}

export async function subscribe(opened: Opened, card: keyof typeof CARDS = "succeeds"): Promise<Stripe.Subscription> {
  const session = await startSubscription(opened);
  const paid = await payOnPage(session, card);
  if (paid.status !== 303) throw new Error(`The checkout answered ${paid.status}.`);
  const { subscription } = await opened.stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  return subscription as Stripe.Subscription;
}

/** Posts to one of the forms on the sandbox's first page. */
export async function control(sandbox: Sandbox, path: string, form: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
}

/** Returns the SDK's error for a rejected call. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was not refused.");
}

/** Passes parameters that the SDK's types do not allow. */
export const unchecked = (params: object) => params as never;

/** Returns the types of all events, oldest first. */
export async function eventTypes(stripe: Stripe): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 });
  return events.data.map(({ type }) => type).reverse();
}
