import { AppError } from "@/lib/errors";
import { readText } from "./body";
import { isSameOrigin } from "./same-origin";

/** Answered by a route of its own or from a file: metered here, and not looked up. */
export const NOT_A_PAGE = /^\/(?:markdown|embed|badge)\/|\.[a-z0-9]{2,5}$|\/opengraph-image[^/]*$/;

const READING = ["GET", "HEAD", "OPTIONS"];
/** Forms that have an address of their own, which looks at them itself. */
const FORM_ROUTES = /^\/(?:report|watch|checkout\/start)\/?$/;
/** Its forms tell the action what it answered before. */
const WITH_STATE = /^\/(?:account|checkout\/success)\/?$/;
const ACTION = /^[0-9a-f]{42}$/;
/** Next tells in an action's name what it takes. This one takes nothing, and is sent a list of nothing for a form. */
const WITHOUT_FIELDS = /^00/;
/** In what React sends: the form's fields. */
const FIELDS = /^\$K[0-9a-f]+$/;
/** Anything else that React would put together anew. */
const REFERENCE = /"\$(?!\$|undefined")/;

/**
 * Throws for whatever a page does not answer: besides reading, it takes the forms that pages of this site send. Next
 * draws a page for any method, and calls a form that it cannot read a fault of ours.
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

/** As Next compares them, where it has a fault to tell if they differ. */
function isWhereItWasAsked(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return true;
  const asked = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return URL.canParse(origin) && new URL(origin).host === asked;
}

/** A call with the form's fields, behind what the action answered before where it is told that. */
function isSentByScript(fields: FormData, withState: boolean): boolean {
  const given = parsed(fields.get("0"));
  if (!Array.isArray(given) || given.length > (withState ? 2 : 1)) return false;
  const form: unknown = given.at(-1);
  return typeof form === "string" && FIELDS.test(form) && isPlain(given.slice(0, -1));
}

/** The hidden fields that name an action, alone or with what is bound to it. */
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
