import type { Extraction, FetchedPage, ReadOptions } from "@/lib/reader";
import type { PageFile, PageRead } from "./conclude";
import { safeExtraction } from "./safe-extraction";

/** Fetches a page: implemented by lib/fetch. */
export type FetchPage = (
  url: string,
  known?: { etag?: string | null; lastModified?: string | null },
) => Promise<
  { durationMs: number } & (
    | (FetchedPage & {
        kind: "page";
        status: number;
        sha256: string;
        etag: string | null;
        lastModified: string | null;
        fetchedAt: Date;
      })
    | { kind: "not_modified"; status: number; etag: string | null; lastModified: string | null; fetchedAt: Date }
    | { kind: "denied"; reason: string }
    | { kind: "failed"; status: number | null; reason: string; retryAfter?: Date }
  )
>;

/** Reads a page for tiers: implemented by lib/reader. */
export type Extract = (page: FetchedPage, options: ReadOptions) => Promise<Extraction>;

const UNREADABLE: Extraction = { reading: null, refusals: [] };

/** Requests a page and reads it. No content of a page can make it throw. */
export function pageReader({
  fetchPage,
  extract,
  model,
  now,
  onBroken = () => {},
}: {
  fetchPage: FetchPage;
  extract: Extract;
  /** Undefined: no model is used. */
  model?: ReadOptions["model"];
  now: () => Date;
  /** Called with a page on which the reading itself failed. */
  onBroken?: (url: string, cause: unknown) => void;
}): (url: string, validators: PageFile["validators"]) => Promise<PageRead> {
  const fetchMore = async (url: string) => {
    const more = await fetchPage(url);
    return more.kind === "page" ? { contentType: more.contentType, content: more.content } : null;
  };
  return async (url, validators) => {
    const begun = now();
    const fetched = await fetchPage(url, validators ?? {});
    const { durationMs } = fetched;
    switch (fetched.kind) {
      case "denied":
        return { kind: "denied", reason: fetched.reason, fetchedAt: begun, durationMs };
      case "failed":
        return {
          kind: "failed",
          httpStatus: fetched.status,
          reason: fetched.reason,
          retryAfter: fetched.retryAfter ?? null,
          fetchedAt: begun,
          durationMs,
        };
      case "not_modified": {
        const { status, etag, lastModified, fetchedAt } = fetched;
        return { kind: "not_modified", httpStatus: status, etag, lastModified, fetchedAt, durationMs };
      }
      case "page": {
        const { url: finalUrl, status, contentType, content, sha256, etag, lastModified, fetchedAt } = fetched;
        const options = { fetchMore, now: fetchedAt, ...(model && { model }) };
        const extraction = await extract({ url: finalUrl, contentType, content }, options)
          .then(safeExtraction)
          .catch((cause: unknown) => {
            onBroken(url, cause);
            return UNREADABLE;
          });
        return {
          kind: "read",
          finalUrl,
          httpStatus: status,
          contentType,
          sha256,
          etag,
          lastModified,
          extraction,
          fetchedAt,
          durationMs,
        };
      }
    }
  };
}
