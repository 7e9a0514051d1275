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

/** Pays, and reads the page after it. @returns its HTML */
export async function bought(ask, origin, order, email) {
  const { payAt, cookie } = await beginPurchase(ask, origin, order);
  const paid = await fetch(payAt, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...CARD, email }),
  });
  const { pathname, search } = new URL(paid.headers.get("location"));
  return (await ask(pathname + search, { headers: { cookie } })).body;
}

export const keyIn = (html) => /pi_live_[0-9A-Za-z]{43}/.exec(html)?.[0];
export const linkIn = (html) => /data-testid="file-link"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(html)?.[1];
