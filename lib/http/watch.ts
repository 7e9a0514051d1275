import { senderOf } from "@/lib/access/sender";
import { mailAddress } from "@/lib/auth/address";
import { mailLimitReached } from "@/lib/auth/limits";
import { requestId } from "@/lib/ids";
import { publicError, type Runtime } from "@/lib/operations/run";
import { answerWatch, askWatch, type WatchDesk } from "@/lib/watches/watches";
import { readForm } from "./body";
import { NO_STORE } from "./cache";
import { TRAP } from "./report";
import { isSameOrigin } from "./same-origin";

const MAX_FIELD = 300;

/** The outcome that the next page shows: see app/watch. */
export type WatchOutcome =
  | "asked"
  | "already_sent"
  | "no_address"
  | "no_product"
  | "too_many"
  | "mail_failed"
  | "confirmed"
  | "stopped"
  | "gone"
  | "failed";

/**
 * Serves the forms of a watch: the request for one, and the two answers to the email. Each leads to a page with the
 * outcome.
 */
export async function watchRoute(
  request: Request,
  runtime: Runtime,
  desk: Pick<WatchDesk, "mail"> & Partial<WatchDesk>,
): Promise<Response> {
  const id = requestId();
  const lead = (outcome: WatchOutcome, product = "") => {
    const query = new URLSearchParams({ was: outcome, ...(/^[a-z0-9-]{1,120}$/.test(product) && { product }) });
    return new Response(null, {
      status: 303,
      headers: { Location: `/watch/done?${query}`, "Cache-Control": NO_STORE, "X-Request-Id": id },
    });
  };
  try {
    if (!isSameOrigin(request, runtime.site.url)) return lead("failed");
    const fields = await readForm(request, MAX_FIELD);
    const step = fields.get("do");
    if (step === "confirm" || step === "stop") {
      const link = { id: fields.get("id"), key: fields.get("key") };
      return lead(await answerWatch(link, step, { ...desk, now: runtime.now() }));
    }
    const product = fields.get("product") ?? "";
    const email = mailAddress(fields.get("email"));
    if (!email) return lead("no_address", product);
    // A form that a bot filled in gets the same thanks and is discarded.
    if (fields.get(TRAP)) return lead("asked", product);
    const client = senderOf(request.headers, runtime.trustedProxies);
    const reached = await mailLimitReached({ purpose: "watch", client, address: email }, runtime.limiter);
    if (reached) return lead(reached.limit === "client" ? "too_many" : "already_sent", product);
    return lead(await askWatch({ product, email }, { runtime, ...desk }), product);
  } catch (error) {
    publicError(error, { requestId: id, operation: "watch" });
    return lead("failed");
  }
}
