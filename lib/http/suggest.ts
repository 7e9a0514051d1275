import { type RatePolicy, rateLimiterHere } from "@/lib/access/rate-limit";
import { senderOf } from "@/lib/access/sender";
import { pagePath } from "@/lib/catalog/record";
import { countOf, startText } from "@/lib/format/list";
import { unitWords } from "@/lib/format/words";
import { requestId } from "@/lib/ids";
import { publicError, type Runtime } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { suggest } from "@/lib/operations/suggest";
import { NO_STORE, PUBLIC_CACHE } from "./cache";

/** Separate from the API's quota, which a typing reader must not use up. */
const TYPING: RatePolicy = { name: "typing", quota: 300, windowSeconds: 60 };
const MAX_TEXT = 200;

export interface Suggestion {
  name: string;
  category: string;
  price: string;
  href: string;
  /** Set for the answer to a question. `category` then says how the question was read. */
  isAnswer?: true;
}

/** Serves the suggestions of the search field while a reader types. They are not part of the API. */
export async function serveSuggestions(request: Request, runtime: () => Runtime = serverRuntime): Promise<Response> {
  const text = (new URL(request.url).searchParams.get("q") ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_TEXT)
    .toLowerCase();
  const { catalog, now, trustedProxies } = runtime();
  const bucket = senderOf(request.headers, trustedProxies);
  const { allowed, resetSeconds } = await rateLimiterHere().take(TYPING, bucket, 1);
  if (!allowed) return refused(429, resetSeconds);
  if (text === "") return Response.json({ results: [] }, { headers: { "Cache-Control": PUBLIC_CACHE } });
  try {
    const { answer, products } = await suggest({ catalog, now: now() }, text);
    const found = products.map(({ product, category }): Suggestion => {
      const start = startText(product);
      const price = start.amount && product.priceUnit ? `${start.text} ${unitWords(product.priceUnit)}` : start.text;
      const { name, members, sources } = product;
      const what = members > 0 ? `family, ${countOf(members, "product")}` : category;
      return { name, category: `${what} · ${countOf(sources, "source")}`, price, href: pagePath(product) };
    });
    const first: Suggestion[] = answer
      ? [{ name: answer.answer, category: answer.question, price: "", href: answer.page, isAnswer: true }]
      : [];
    const results = [...first, ...found];
    return Response.json({ results }, { headers: { "Cache-Control": PUBLIC_CACHE } });
  } catch (cause) {
    const error = publicError(cause, { requestId: requestId(), path: "/search/suggest" });
    return refused(error.status);
  }
}

function refused(status: number, retrySeconds = 5): Response {
  return Response.json(
    { results: [] },
    { status, headers: { "Cache-Control": NO_STORE, "Retry-After": String(retrySeconds) } },
  );
}
