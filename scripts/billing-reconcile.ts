import "./lib/load-env.mjs";
import { parseArgs } from "node:util";
import { getConnection } from "@/db/client";
import { explain } from "@/db/load/boot";
import { cronToken } from "@/lib/billing/operator-token";
import { daysBefore, type Reconciliation, reconcile } from "@/lib/billing/reconcile";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

const USAGE = `Compares granted access with Stripe.

  npm run billing:reconcile -- [--since=YYYY-MM-DD] [--repair] [--url=http://localhost:3000]

  --since   first day to compare; default: one week ago
  --repair  fix the differences
  --url     the running server; needed with the embedded database, which only the server can open

Exit code: 0 no differences left, 1 differences left, 2 the comparison failed.`;

type Told = Pick<Reconciliation, "checked" | "differences" | "clean">;

/** Requests the reconciliation from the server, whose process alone can open the embedded database. */
async function askServer(url: string, since: string, repair: boolean): Promise<Told> {
  const address = `${url}/api/cron/reconcile?since=${since}&repair=${repair ? 1 : 0}`;
  let response: Response;
  try {
    response = await fetch(address, { headers: { authorization: `Bearer ${cronToken()}` } });
  } catch {
    throw new AppError(
      "unavailable",
      `No server responds at ${url}. Start it, or pass its URL: --url=http://localhost:3001`,
    );
  }
  if (response.status === 404) {
    throw new AppError(
      "not_found",
      `The server at ${url} rejects this secret. Use the same DATA_DIR and CRON_SECRET as the server.`,
    );
  }
  const body = (await response.json()) as Told & { detail?: string };
  if (!response.ok)
    throw new AppError("unavailable", body.detail ?? `The server responded with status ${response.status}.`);
  return body;
}

async function here(since: Date, repair: boolean): Promise<Told> {
  const connection = await getConnection();
  try {
    return await reconcile({ since, repair });
  } finally {
    await connection.close();
  }
}

try {
  const { values } = parseArgs({
    options: {
      since: { type: "string", default: daysBefore(new Date(), 7).toISOString().slice(0, 10) },
      repair: { type: "boolean", default: false },
      url: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
  } else {
    const { since, repair } = values;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || Number.isNaN(Date.parse(since)))
      throw new TypeError("--since=YYYY-MM-DD");
    const { databaseUrl, siteUrl } = env();
    const { checked, differences, clean } = databaseUrl
      ? await here(new Date(since), repair)
      : await askServer(values.url ?? siteUrl, since, repair);
    for (const { id, detail, repaired } of differences)
      console.log(`${repaired ? "repaired" : "differs "}  ${id}  ${detail}`);
    const { checkouts, subscriptions, payments } = checked;
    console.log(
      `Since ${since}: ${checkouts} checkouts, ${subscriptions} subscriptions, ${payments} refunds and disputes compared. ` +
        `${differences.length} differences found, ${differences.filter(({ repaired }) => !repaired).length} left.`,
    );
    process.exitCode = clean ? 0 : 1;
  }
} catch (error) {
  console.error(
    error instanceof TypeError
      ? `${error.message}\n\n${USAGE}`
      : error instanceof AppError
        ? error.message
        : explain(error),
  );
  process.exitCode = 2;
}
