export type ErrorType = "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";

/** A response in the format of Stripe's errors. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { type?: ErrorType; code?: string; param?: string; decline_code?: string } = {},
  ) {
    super(message);
  }

  /** @param requestId id of the API request, whose log Stripe's dashboard would show */
  body(requestId?: string) {
    const { type = "invalid_request_error", code, ...rest } = this.details;
    return {
      error: {
        ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` } : {}),
        ...rest,
        message: this.message,
        ...(requestId
          ? { request_log_url: `https://dashboard.stripe.com/acct_sandbox/test/workbench/logs?object=${requestId}` }
          : {}),
        type,
      },
    };
  }
}

/** Returns 404 for an object from the URL, 400 for one from a parameter. */
export const missing = (object: string, id: string, param?: string) =>
  new ApiError(
    param === undefined ? 404 : 400,
    `No such ${object === "payment_method" ? "PaymentMethod" : object}: '${id}'`,
    { code: "resource_missing", param: param ?? "id" },
  );

export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, message, { ...(param ? { param } : {}), ...(code ? { code } : {}) });

export const failed = () => new ApiError(500, "The payments sandbox failed; its log says why.", { type: "api_error" });
