import { parseArgs } from "node:util";

const HELP = `Reads vendors' pricing pages again.

  npm run verify                       read the pages that are due
  npm run verify -- --product slack    read the page of one product, due or not; can be repeated
  npm run verify -- --limit 20         read at most 20 pages
  npm run verify -- --dry-run          read and decide, but store nothing
  npm run verify -- --url URL          read one page; needs no database and stores nothing
                    --json             print one JSON object; "tiers" is null if nothing can be read

  --minutes N     start no further page after N minutes
  --workers N     number of pages to read at the same time, each from a different host (default: 6)

Private IP addresses are read only with VERIFY_ALLOW_PRIVATE=1.

Exit code: 0 success, even if a page cannot be read; 1 the run failed; 2 invalid arguments; 130 interrupted.
npm first prints two lines of its own; "npm run --silent verify" omits them.
`;

class UsageError extends Error {}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${name} must be a whole number greater than 0.`);
  return Number(text);
}

function webAddress(text: string): string {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isWeb) throw new UsageError("--url must be an http or https URL.");
  return new URL(text).href;
}

function asked(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      product: { type: "string", multiple: true },
      limit: { type: "string" },
      minutes: { type: "string" },
      workers: { type: "string" },
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const wish = {
    url: values.url === undefined ? undefined : webAddress(values.url),
    products: values.product,
    limit: wholeNumber("limit", values.limit),
    minutes: wholeNumber("minutes", values.minutes),
    workers: wholeNumber("workers", values.workers),
    dryRun: values["dry-run"],
    json: values.json,
    help: values.help,
  };
  if (wish.url !== undefined && (wish.products || wish.limit))
    throw new UsageError("--url cannot be combined with --product or --limit.");
  if (wish.json && wish.url === undefined) throw new UsageError("--json requires --url.");
  return wish;
}

async function tellOnePage(url: string, json: boolean): Promise<void> {
  const [{ pageReaderOf }, { onePage }, { readLine }] = await Promise.all([
    import("./reader"),
    import("./one-page"),
    import("./words"),
  ]);
  const page = onePage(url, await pageReaderOf({ oneOff: true })(url, null));
  if (json) {
    process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
    return;
  }
  console.info(`${page.finalUrl ?? url}\n${page.tiers ? readLine(page.tiers) : "no price can be read"}`);
  console.info([page.outcome, page.reason].filter(Boolean).join(": "));
  for (const { what, why } of page.refusals) console.info(`  ignored: ${what}: ${why}`);
}

async function readPages(wish: ReturnType<typeof asked>): Promise<number> {
  const [{ runVerification, openDesk }, { closingTable, outcomeLines }] = await Promise.all([
    import("./runtime"),
    import("./words"),
  ]);
  const stop = new AbortController();
  process.once("SIGINT", () => {
    console.info("\nStopping after the current pages. Press Ctrl+C again to stop at once.");
    process.once("SIGINT", () => process.exit(130));
    stop.abort();
  });
  const { desk, close } = await openDesk({ products: wish.products });
  try {
    const { outcome, counts } = await runVerification(desk, {
      products: wish.products,
      limit: wish.limit,
      workers: wish.workers,
      dryRun: wish.dryRun,
      signal: stop.signal,
      deadline: wish.minutes === undefined ? undefined : new Date(Date.now() + wish.minutes * 60_000),
      onProgress(event) {
        if (event.kind === "begun" && process.stdout.isTTY) process.stdout.write(`… ${event.url}\r`);
        if (event.kind === "broke") console.error(`${event.url} could not be checked: ${String(event.cause)}`);
        if (event.kind !== "ended") return;
        const kept = event.recorded ? "" : wish.dryRun ? "" : "  (not recorded: another worker took over)";
        console.info(`[${event.counts.pages}] ${event.url}${kept}`);
        for (const line of event.outcomes.flatMap(outcomeLines)) console.info(`  ${line}`);
      },
    });
    console.info(["", ...closingTable(counts), ...(wish.dryRun ? ["Dry run: nothing was stored."] : [])].join("\n"));
    return stop.signal.aborted ? 130 : outcome === "failed" ? 1 : 0;
  } finally {
    await close();
  }
}

async function main(): Promise<number> {
  const wish = asked(process.argv.slice(2));
  if (wish.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (wish.url === undefined) return readPages(wish);
  await tellOnePage(wish.url, wish.json);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  if (isUsage) console.error(`${(error as Error).message}\n\n${HELP}`);
  else if ((error as Error).name === "AppError") console.error((error as Error).message);
  else console.error((await import("@/db/load/boot")).explain(error));
  process.exitCode = isUsage ? 2 : 1;
}
