const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** A sandbox card whose payment succeeds immediately. */
const CARD = { number: "4242424242424242", expiry: "12 / 40", cvc: "123", terms: "accepted" };

/**
 * Starts a purchase with the form of the pricing page, as a browser without scripts does.
 * @param {(path: string, options: object) => Promise<{ headers: object, body: string }>} ask sends a request to the
 * site
 * @returns the URL of the sandbox's checkout page, and the cookie that claims the purchase
 */
export async function beginPurchase(ask, origin, order) {
  const { headers } = await ask("/checkout/start", {
    method: "POST",
    headers: { ...FORM, origin },
    body: new URLSearchParams(order).toString(),
  });
  if (!headers["set-cookie"]) throw new Error(`not to be bought: ${headers.location}`);
  return { payAt: headers.location, cookie: headers["set-cookie"].map((one) => one.split(";")[0]).join("; ") };
}

/** Pays and reads the next page. Requests the key if the page offers one. @returns the HTML */
export async function bought(ask, origin, order, email) {
  const { payAt, cookie } = await beginPurchase(ask, origin, order);
  const paid = await fetch(payAt, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...CARD, email }),
  });
  const { pathname, search } = new URL(paid.headers.get("location"));
  const path = pathname + search;
  const { body } = await ask(path, { headers: { cookie } });
  const [form] = /<form[^>]*data-testid="show-key".*?<\/form>/s.exec(body) ?? [];
  if (!form) return body;
  const shown = await ask(path, { method: "POST", ...encodedForm(form, { cookie, origin }) });
  return shown.body;
}

/** Encodes the hidden fields of a form as a browser without scripts does. */
function encodedForm(html, headers) {
  const boundary = `----form${Date.now()}`;
  const fields = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => {
    const [name, value] = ["name", "value"].map((attribute) =>
      textOf(new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1]),
    );
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  });
  const type = `multipart/form-data; boundary=${boundary}`;
  return { headers: { ...headers, "content-type": type }, body: `${fields.join("")}--${boundary}--\r\n` };
}

const textOf = (html = "") => html.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

export const keyIn = (html) => /pi_live_[0-9A-Za-z]{43}/.exec(html)?.[0];
export const linkIn = (html) => /data-testid="file-link"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(html)?.[1];
