import { senderOf } from "@/lib/access/sender";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { publicError, type Runtime } from "@/lib/operations/run";
import { KEPT_COOKIE, KEPT_SECONDS, writeKept } from "@/lib/reports/kept";
import { REPORTS, type Received, type ReportDesk, receiveReport } from "@/lib/reports/receive";
import { MAX_MESSAGE, TYPED, type Typed } from "@/lib/reports/report";
import { readForm } from "./body";
import { NO_STORE } from "./cache";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";
import { isSameOrigin } from "./same-origin";

export const REPORT_PATHS = { form: "/report/form", thanks: "/report/thanks" } as const;
/** A person never sees this field, but a bot fills it in. */
export const TRAP = "website";

/**
 * Receives an error report. A script that requests JSON gets a JSON response. A browser is redirected to a page that
 * thanks, or that shows the form again with the input and its faults.
 */
export async function reportRoute(
  request: Request,
  runtime: Runtime,
  desk: Partial<ReportDesk> = {},
): Promise<Response> {
  const id = requestId();
  const typed: Typed = {};
  let received: Received;
  try {
    if (!isSameOrigin(request, runtime.site.url)) {
      throw new AppError("invalid_request", "Reports are accepted only from forms of this site.");
    }
    const fields = await readForm(request, MAX_MESSAGE + 100);
    for (const name of TYPED) typed[name] = fields.get(name) ?? "";
    const bucket = senderOf(request.headers, runtime.trustedProxies);
    const sender = { requestId: id, bucket, trap: fields.get(TRAP) ?? "" };
    received = await receiveReport(typed, sender, { runtime, ...desk });
  } catch (error) {
    received = { ok: false, error: publicError(error, { requestId: id, operation: "report" }) };
  }
  const wantsJson = request.headers.get("accept")?.includes("application/json") ?? false;
  const headers = new Headers({ "Cache-Control": NO_STORE, "X-Request-Id": id });
  if (received.ok) {
    if (wantsJson) return Response.json({ received: true, product: received.product }, { status: 201, headers });
    headers.set("Location", `${REPORT_PATHS.thanks}?product=${received.product}`);
    headers.set("Set-Cookie", cookie("", 0, runtime.site.url));
    return new Response(null, { status: 303, headers });
  }
  const { error } = received;
  if (wantsJson) {
    const occurrence = { siteUrl: runtime.site.url, instance: "/report", requestId: id, policy: REPORTS.name };
    for (const [name, value] of Object.entries(problemHeaders(error, runtime.site.url))) headers.set(name, value);
    headers.set("Content-Type", PROBLEM_JSON);
    return new Response(JSON.stringify(problemOf(error, occurrence)), { status: error.status, headers });
  }
  headers.set("Location", `${REPORT_PATHS.form}#problem`);
  headers.set(
    "Set-Cookie",
    cookie(writeKept({ typed, errors: error.errors ?? [], detail: error.message }), KEPT_SECONDS, runtime.site.url),
  );
  return new Response(null, { status: 303, headers });
}

function cookie(value: string, seconds: number, siteUrl: string): string {
  const secure = siteUrl.startsWith("https:") ? "; Secure" : "";
  return `${KEPT_COOKIE}=${value}; Path=/report; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
