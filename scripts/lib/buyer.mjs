const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Pays at once in the sandbox. */
const CARD = { number: "4242424242424242", expiry: "12 / 40", cvc: "123", terms: "accepted" };

/**
 * As a browser without scripts begins to buy: the form of the pricing page.
 * @param {(path: string, options: object) => Promise<{ headers: object, body: string }>} ask sends a request to the site
 * @returns the sandbox's page to pay on, and the cookie that claims what is bought
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

/** Pays, reads the page after it, and asks for the key if the page offers one. @returns the HTML */
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

/** The hidden fields of a form, as a browser without scripts sends them. */
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
