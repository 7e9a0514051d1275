import { createHash, randomUUID } from "node:crypto";
import type { Db } from "@/db/client";
import {
  addChunk,
  beginFile,
  type CategoryFileRow,
  chunkAt,
  dropAbandoned,
  dropBuilding,
  fileOfPurchase,
  finishFile,
  giveFile,
  type PurchaseRow,
} from "@/db/queries/category-files";
import { isPriced } from "@/lib/catalog/starting-price";
import { AppError } from "@/lib/errors";
import { type Licenses, mergeLicenses } from "@/lib/operations/bulk";
import type { Catalog } from "@/lib/operations/catalog";
import type { Site } from "@/lib/operations/define";
import { serverRuntime } from "@/lib/operations/runtime";
import { schemaVersion } from "@/lib/operations/views";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";

const CHUNK_BYTES = 256 * 1024;
/** Longer than any build takes. */
const ABANDONED_MS = 3_600_000;
/** How often a file is started if runs change the catalogue meanwhile. */
const MAX_TRIES = 4;
const TAIL = "]}\n";

export interface FileManifest {
  schemaVersion: string;
  category: { slug: string; name: string };
  /** When the file's edition of the catalogue was loaded: the same for every build. */
  generatedAt: string;
  asOf: Day;
  recordCount: number;
  /** Number of records with a known price or rate card. A family counts by its members. */
  pricedCount: number;
  /** Of the lines with the records: `sed '1d;$d' file.json | sha256sum`. */
  sha256: string;
  license: Licenses;
  licenseNote?: string;
  attribution: string;
  schemaUrl: string;
}

export interface FileSources {
  catalog: Catalog;
  site: Site;
}

type Bought = Pick<PurchaseRow, "id" | "category" | "asOf">;

/**
 * Returns the file of a purchase. The first request builds it from the ledger as of its day and stores the bytes.
 * Rebuilt bytes would differ after a correction of the catalogue or a change of this code; this way a buyer always gets
 * the same ones. Two concurrent builds end up with one file.
 */
export async function ensureFile(
  db: Db,
  purchase: Bought,
  sources: FileSources = serverRuntime(),
  now: Date = new Date(),
): Promise<CategoryFileRow> {
  const known = await fileOfPurchase(db, purchase.id);
  if (known) return known;
  const file = await builtOfOneEdition(db, purchase, sources, now);
  await giveFile(db, purchase.id, file.sha256);
  return (await fileOfPurchase(db, purchase.id)) ?? file;
}

async function builtOfOneEdition(...asked: Parameters<typeof buildFile>): Promise<CategoryFileRow> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await buildFile(...asked);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "unavailable") || tries === MAX_TRIES) throw error;
    }
  }
}

async function buildFile(
  db: Db,
  { category: slug, asOf }: Bought,
  { catalog, site }: FileSources,
  now: Date,
): Promise<CategoryFileRow> {
  await dropAbandoned(db, new Date(now.getTime() - ABANDONED_MS));
  const category = (await catalog.categories()).find((entry) => entry.slug === slug);
  if (!category) throw new Error(`the category ${slug} was bought and is not in the catalogue`);
  const reading = await catalog.readCategory(slug, { asOf, now });
  const building = await beginFile(db, { name: randomUUID(), category: slug, asOf, chunkBytes: CHUNK_BYTES, now });
  try {
    const license: Licenses = {};
    let licenseNote: string | undefined;
    let [recordCount, pricedCount] = [0, 0];
    const note = (record: PricingRecord) => {
      recordCount++;
      if (record.kind === "product" && isPriced(record)) pricedCount++;
      mergeLicenses(license, record.license);
      licenseNote ??= record.licenseNote;
    };
    const hash = createHash("sha256");
    let bodyLength = 0;
    for await (const chunk of chunked(recordLines(reading.batches(), note, hash))) {
      await addChunk(db, building, bodyLength, chunk);
      bodyLength += chunk.length;
    }
    if (recordCount !== reading.count) {
      throw new Error(`${reading.count} records were announced and ${recordCount} were read`);
    }
    const manifest: FileManifest = {
      schemaVersion,
      category: { slug, name: category.name },
      generatedAt: reading.state.changedAt.toISOString(),
      asOf,
      recordCount,
      pricedCount,
      sha256: hash.digest("hex"),
      license,
      ...(licenseNote !== undefined && { licenseNote }),
      attribution: `[${site.name}](${site.url}) — [${category.name} pricing](${site.url}/software/${slug})`,
      schemaUrl: `${site.url}/api/v2/openapi.json#/components/schemas/PricingRecord`,
    };
    const head = Buffer.from(`{"manifest":${JSON.stringify(manifest)},"records":[\n`);
    const file: CategoryFileRow = {
      sha256: await wholeHash(
        head,
        readBytes((offset) => chunkAt(db, building, offset), 0, bodyLength),
      ),
      category: slug,
      asOf,
      recordCount,
      byteLength: head.length + bodyLength,
      chunkBytes: CHUNK_BYTES,
      createdAt: now,
    };
    await finishFile(db, building, file, head);
    return file;
  } catch (error) {
    await dropBuilding(db, building).catch(() => {});
    throw error;
  }
}

/** Yields one record per line, and the end of the file. */
async function* recordLines(
  batches: AsyncIterable<readonly PricingRecord[]>,
  note: (record: PricingRecord) => void,
  hash: { update(text: string): unknown },
): AsyncGenerator<string> {
  let held: string | null = null;
  const line = (text: string) => {
    hash.update(text);
    return text;
  };
  for await (const batch of batches) {
    for (const record of batch) {
      note(record);
      if (held !== null) yield line(`${held},\n`);
      held = JSON.stringify(record);
    }
  }
  if (held !== null) yield line(`${held}\n`);
  yield TAIL;
}

/** Yields the text as UTF-8 in pieces of CHUNK_BYTES. */
async function* chunked(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const text of texts) {
    held = Buffer.concat([held, Buffer.from(text)]);
    while (held.length >= CHUNK_BYTES) {
      yield held.subarray(0, CHUNK_BYTES);
      held = held.subarray(CHUNK_BYTES);
    }
  }
  if (held.length > 0) yield held;
}

async function wholeHash(head: Uint8Array, body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256").update(head);
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}

/** Yields the bytes from `start` (inclusive) to `end` (exclusive), one piece of the stored file at a time. */
export async function* readBytes(
  chunkHolding: (offset: number) => Promise<{ position: number; bytes: Uint8Array } | null>,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let offset = start;
  while (offset < end) {
    const chunk = await chunkHolding(offset);
    if (!chunk) throw new Error(`a stored file ends at ${offset}, before ${end}`);
    const bytes = chunk.bytes.subarray(offset - chunk.position, end - chunk.position);
    offset += bytes.length;
    yield bytes;
  }
}
