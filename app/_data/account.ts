import { currentAccount, type FileView, type KeyView, type PayerView } from "@/lib/account/overview";
import type { SignedIn } from "@/lib/auth/session";
import { formatDay } from "@/lib/format/dates";
import { formatMinor } from "@/lib/format/money";
import { categoryName } from "./pricing";

export type FileEntry = FileView & { name: string; price: string };

export type KeyEntry = {
  id: string;
  name: string;
  prefix: string;
  state: string;
  live: boolean;
  usable: boolean;
  created: string;
  lastUsed: string;
};

export type PayerEntry = Omit<PayerView, "keys" | "subscription"> & {
  subscription: { interval: "month" | "year" | null; words: string; canBeKept: boolean; renews: boolean } | null;
  keys: KeyEntry[];
};

const day = (instant: Date) => formatDay(instant.toISOString());

export async function account(user: SignedIn) {
  const { payers, files, awaited } = await currentAccount(user);
  return {
    payers: payers.map(
      ({ subscription, keys, ...payer }): PayerEntry => ({
        ...payer,
        subscription: subscription && {
          interval: subscription.interval,
          words: subscription.words,
          canBeKept: subscription.canBeKept,
          renews: ["active", "grace"].includes(subscription.access.reason),
        },
        keys: keys.map(keyEntry),
      }),
    ),
    files: await Promise.all(
      files.map(
        async (file): Promise<FileEntry> => ({
          ...file,
          name: await categoryName(file.category),
          price: formatMinor(file.amountMinor, file.currency),
        }),
      ),
    ),
    awaited: await Promise.all(
      awaited.map(async ({ checkoutId, category, since }) => ({
        id: checkoutId,
        name: await categoryName(category ?? ""),
        since: since && day(since),
      })),
    ),
  };
}

function keyEntry({ id, name, prefix, state, createdAt, expiresAt, lastUsedAt }: KeyView): KeyEntry {
  const states = {
    live: "Active",
    ending: `Replaced; works until ${expiresAt ? minute(expiresAt) : "it expires"}`,
    expired: "Replaced; expired",
    revoked: "Revoked",
  };
  return {
    id,
    name,
    prefix,
    state: states[state],
    live: state === "live",
    usable: state === "live" || state === "ending",
    created: day(createdAt),
    lastUsed: lastUsedAt ? hour(lastUsedAt) : "Never",
  };
}

function minute(instant: Date): string {
  return `${day(instant)}, ${instant.toISOString().slice(11, 16)} UTC`;
}

/** Formats a time of use, which is stored to the hour. */
function hour(instant: Date): string {
  return `${day(instant)}, about ${instant.toISOString().slice(11, 13)}:00 UTC`;
}
