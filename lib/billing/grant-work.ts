import { getDb } from "@/db/client";
import type { PurchaseRow } from "@/db/queries/billing";
import { logger } from "@/lib/logger";
import { mail } from "@/lib/mail/send";
import { ensureFile } from "./category-file";
import { downloadToken } from "./download-token";
import { accessOf } from "./entitlement";
import type { GrantWork } from "./runtime";

/** Returns the emails of the running server. */
export function serverGrantWork({
  siteUrl,
  categoryName,
}: {
  siteUrl: string;
  categoryName(slug: string): Promise<string>;
}): GrantWork {
  const nameOf = (slug: string) => categoryName(slug).catch(() => slug);
  return {
    async fileReady(purchase) {
      const { id, email, category, tokenVersion, asOf, expiresAt, downloadsUsed, downloadsMax } = purchase;
      const file = await fileOf(purchase);
      return mail.fileReady({
        to: email,
        category: await nameOf(category),
        url: `${siteUrl}/files/${downloadToken(id, tokenVersion)}`,
        asOf,
        recordCount: file?.recordCount ?? null,
        sha256: file?.sha256 ?? null,
        expiresAt,
        downloadsUsed,
        downloadsMax,
      });
    },
    async refunded({ email, category, amountMinor, currency }) {
      return mail.refunded({ to: email, category: await nameOf(category), amountMinor, currency });
    },
    async fileUnpaid(category, email) {
      const again = `${siteUrl}/pricing?${new URLSearchParams({ category })}`;
      return mail.fileUnpaid({ to: email, category: await nameOf(category), again });
    },
    async subscriptionStarted({ interval, currentPeriodEnd }, email, another) {
      return mail.subscriptionStarted({ to: email, interval, paidUntil: currentPeriodEnd, another });
    },
    async paymentFailed(subscription, email) {
      // The same date that the account page shows.
      const { until: graceUntil } = accessOf([subscription], new Date());
      return graceUntil === null || mail.paymentFailed({ to: email, graceUntil });
    },
  };
}

/** Builds the file now, so that it contains the current data. If that fails, the link builds it when it is opened. */
async function fileOf(purchase: PurchaseRow) {
  try {
    return await ensureFile(await getDb(), purchase);
  } catch (cause) {
    logger.error("a category file was not built", { purchase: purchase.id, cause });
    return null;
  }
}
