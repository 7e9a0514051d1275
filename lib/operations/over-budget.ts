import { AppError } from "@/lib/errors";
import { RETRY_SECONDS } from "@/lib/reach";

/** The refusal of a request that has used the main-thread time of one request: see BUDGET_MS. */
export function overBudget(remedy: string): AppError {
  return new AppError("unavailable", `This request needs more processing time than one request may use. ${remedy}`, {
    retryAfter: RETRY_SECONDS,
    expected: true,
  });
}
