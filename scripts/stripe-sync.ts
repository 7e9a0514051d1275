import "./lib/load-env.mjs";
import { explain } from "@/db/load/boot";
import { syncStripe } from "@/lib/billing/price-sync";
import { isLive, publicStripeError, STRIPE_API_VERSION, stripeClient } from "@/lib/billing/stripe";
import { EVENT_TYPES } from "@/lib/billing/webhook";
import { EnvError, env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const WIDTH = { subject: 38, done: 9 };

try {
  const { payments, siteUrl, siteName } = env();
  if (!payments) {
    throw new EnvError(
      "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to sync with Stripe. The sandbox of npm start needs no sync.",
    );
  }
  const where =
    payments.mode === "sandbox"
      ? "the sandbox"
      : isLive(payments.secretKey)
        ? "Stripe, live mode"
        : "Stripe, test mode";
  console.log(`Products, prices and billing portal in ${where}:`);
  for (const { subject, done, detail } of await syncStripe(stripeClient(payments), { siteUrl, siteName })) {
    console.log(`  ${subject.padEnd(WIDTH.subject)}${done.padEnd(WIDTH.done)}${detail}`);
  }
  console.log(
    `\nCreate the webhook endpoint ${siteUrl}/api/stripe/webhook with API version ${STRIPE_API_VERSION} and these events:`,
  );
  for (const type of EVENT_TYPES) console.log(`  ${type}`);
} catch (thrown) {
  const error = publicStripeError(thrown);
  const reason = thrown instanceof Error ? explain(thrown).split("\n")[0] : "";
  console.error(error instanceof AppError ? `${error.message}\n${reason}` : explain(error));
  process.exitCode = 1;
}
