export type ErrorType = "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";

/** An answer in the shape of Stripe's errors. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { type?: ErrorType; code?: string; param?: string; decline_code?: string } = {},
  ) {
    super(message);
  }

  body(requestId: string) {
    const { type = "invalid_request_error", ...rest } = this.details;
    return { error: { ...rest, message: this.message, request_log_url: requestId, type } };
  }
}

export const missing = (object: string, id: string, param = "id") =>
  new ApiError(404, `No such ${object}: '${id}'`, { code: "resource_missing", param });

export const invalid = (message: string, param?: string, code?: string) =>
  new ApiError(400, message, { ...(param ? { param } : {}), ...(code ? { code } : {}) });
