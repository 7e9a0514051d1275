import { type AppError, ERRORS, type ErrorCode } from "@/lib/errors";
import { asTools } from "../tool-names";

const NEXT: Partial<Record<ErrorCode, string>> = {
  invalid_request: "Correct the arguments named and call again.",
  batch_too_large: "Split the list over several calls.",
  category_not_found: "Call discover_software without a category to see those that exist.",
  not_priced: "Do not put a figure in its place. get_pricing shows what is published and links to the page to cite.",
};

/** What went wrong and what to do next; nothing of the cause. */
export function errorText(error: AppError, requestId: string): string {
  const { code, message, errors = [], suggestions = [] } = error;
  const named = errors.length > 1 ? errors.map(({ path, message: fault }) => `- ${path || "arguments"}: ${fault}`) : [];
  return asTools([`${message} (${code})`, ...named, nextStep(error, suggestions, requestId)].join("\n"));
}

function nextStep({ code, retryAfter, message }: AppError, suggestions: readonly string[], requestId: string): string {
  if (suggestions.length > 0) return `Call again with one of: ${suggestions.join(", ")}.`;
  if (code === "product_not_found") {
    return message.startsWith("Nothing was known")
      ? "Ask for a later asOf, or leave it out for today's record."
      : "Find the slug with discover_software, with the product's name as q.";
  }
  if (retryAfter !== undefined) return `Wait ${retryAfter} seconds, then call again.`;
  if (ERRORS[code].retryable) return `Call once more; if it fails again, report request ${requestId}.`;
  return NEXT[code] ?? ERRORS[code].remedy;
}
