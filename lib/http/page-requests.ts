import { AppError } from "@/lib/errors";
import { readText } from "./body";
import { isSameOrigin } from "./same-origin";

/** Served by a route of its own or from a file: metered here, but not looked up. */
export const NOT_A_PAGE = /^\/(?:markdown|embed|badge)\/|\.[a-z0-9]{2,5}$|\/opengraph-image[^/]*$/;

const READING = ["GET", "HEAD", "OPTIONS"];
/** Forms with their own URL, which checks them itself. */
const FORM_ROUTES = /^\/(?:report|watch|checkout\/start)\/?$/;
/** Pages whose forms send the action its previous result. */
const WITH_STATE = /^\/(?:account|checkout\/success)\/?$/;
const ACTION = /^[0-9a-f]{42}$/;
/**
 * The name of an action says which arguments it takes. This action takes no arguments and is sent an empty list instead
 * of a form.
 */
const WITHOUT_FIELDS = /^00/;
/** A reference to the form's fields, as React sends it. */
const FIELDS = /^\$K[0-9a-f]+$/;
/** Any other reference that React would resolve. */
const REFERENCE = /"\$(?!\$|undefined")/;

/**
 * Throws for every request that a page does not accept. In addition to reads, a page accepts the forms of this site's
 * pages. Next renders a page for any method, and reports a form that it cannot read as a fault of ours.
 */
export async function requirePageRequest(request: Request, path: string, siteUrl: string): Promise<void> {
  const { method, headers } = request;
  if (READING.includes(method) || (method === "POST" && FORM_ROUTES.test(path))) return;
  const action = headers.get("next-action");
  const type = headers.get("content-type") ?? "";
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  if (method !== "POST" || (action === null && !isForm)) {
    const message = `${method} is not allowed on this page. Use GET.`;
    throw new AppError("method_not_allowed", message, { headers: { Allow: "GET, HEAD" } });
  }
  if (!isSameOrigin(request, siteUrl) || !isWhereItWasAsked(headers)) {
    throw malformed("Forms are accepted only from pages of this site.");
  }
  if (action !== null && !ACTION.test(action))
    throw malformed("This form does not exist. Reload the page and try again.");
  const takesNothing = action !== null && WITHOUT_FIELDS.test(action);
  if (!isForm && !takesNothing) throw malformed("The form must be sent with Content-Type: multipart/form-data.");
  const body = await readText(request);
  if (takesNothing && body === "[]") return;
  const fields = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  const isWhole = fields && (action === null ? isSentByBrowser(fields) : isSentByScript(fields, WITH_STATE.test(path)));
  if (!isWhole) throw malformed("The form data is malformed. Reload the page and try again.");
}

/** Compares origin and host as Next does. If they differ, Next reports a fault. */
function isWhereItWasAsked(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return true;
  const asked = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === asked;
}

/**
 * Returns whether the data is a call with the form's fields, preceded by the action's previous result if the action
 * takes it.
 */
function isSentByScript(fields: FormData, withState: boolean): boolean {
  const given = parsed(fields.get("0"));
  if (!Array.isArray(given) || given.length > (withState ? 2 : 1)) return false;
  const form: unknown = given.at(-1);
  return typeof form === "string" && FIELDS.test(form) && isPlain(given.slice(0, -1));
}

/** Returns whether the hidden fields name an action, alone or with its bound arguments. */
function isSentByBrowser(fields: FormData): boolean {
  const names = [...fields.keys()].filter((name) => /^\$ACTION_(?:ID|REF)_/.test(name));
  return names.every((name) => {
    if (name.startsWith("$ACTION_ID_")) return ACTION.test(name.slice("$ACTION_ID_".length));
    const part = `$ACTION_${name.slice("$ACTION_REF_".length)}:`;
    const { id, bound } = Object(parsed(fields.get(`${part}0`))) as Record<string, unknown>;
    if (typeof id !== "string" || !ACTION.test(id)) return false;
    const given = parsed(fields.get(`${part}1`));
    return bound === null || (bound === "$@1" && Array.isArray(given) && isPlain(given));
  });
}

const isPlain = (value: unknown) => !REFERENCE.test(JSON.stringify(value));

function parsed(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function malformed(message: string): AppError {
  return new AppError("invalid_request", message);
}
