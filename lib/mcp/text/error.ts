import { type AppError, ERRORS, type ErrorCode } from "@/lib/errors";
import { asTools } from "../tool-names";

const NEXT: Partial<Record<ErrorCode, string>> = {
  invalid_request: "Correct the arguments and call again.",
  batch_too_large: "Split the list into several calls.",
  category_not_found: "Call discover_software without category to list the categories.",
  not_priced: "Do not guess a figure. get_pricing returns the published prices and the page to cite.",
};

/** Returns the error and what to do next, but nothing about the cause. */
export function errorText(error: AppError, requestId: string): string {
  const { code, message, errors = [], suggestions = [] } = error;
  const named = errors.length > 1 ? errors.map(({ path, message: fault }) => `- ${path || "arguments"}: ${fault}`) : [];
  return asTools([`${message} (${code})`, ...named, nextStep(error, suggestions, requestId)].join("\n"));
}

function nextStep({ code, retryAfter, message }: AppError, suggestions: readonly string[], requestId: string): string {
  if (suggestions.length > 0) return `Call again with one of: ${suggestions.join(", ")}.`;
  if (code === "product_not_found") {
    if (message.includes("does not cover")) return "Say that the catalogue does not have it.";
    return message.startsWith("There was no data")
      ? "Use a later asOf, or omit it to get today's record."
      : "Find the slug: call discover_software with the product's name as q.";
  }
  if (retryAfter !== undefined) return `Wait ${retryAfter} seconds, then call again.`;
  if (ERRORS[code].retryable) return `Call again once. If it still fails, report request ${requestId}.`;
  return NEXT[code] ?? ERRORS[code].remedy;
}
