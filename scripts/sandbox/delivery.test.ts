import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { control, type Opened, openSandbox, payOnPage, startPurchase, subscribe } from "./testing";

const SECRET = "whsec_acme";

type Received = { event: Stripe.Event; body: string; signature: string };

let received: Received[];
let answer: (count: number) => number;
let app: Server;
let url: string;
let opened: Opened;

beforeEach(async () => {
  received = [];
  answer = () => 200;
  app = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const signature = String(request.headers["stripe-signature"]);
      received.push({ event: Stripe.webhooks.constructEvent(body, signature, SECRET), body, signature });
      response.writeHead(answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/api/stripe/webhook`;
});
afterEach(async () => {
  await opened.sandbox.close();
  await new Promise((resolve) => app.close(resolve));
});

const open = async () => {
  opened = await openSandbox({ webhook: { url, secret: SECRET } });
  await opened.sandbox.deliveries.settled();
  return opened;
};
const types = () => received.map(({ event }) => event.type);
const settled = () => opened.sandbox.deliveries.settled();

describe("events", () => {
  it("arrive signed by Stripe's scheme, in order, as the API lists them", async () => {
    await open();
    received = [];
    await subscribe(opened);
    await settled();
    const listed = (await opened.stripe.events.list({ limit: received.length })).data;
    expect(received.map(({ event }) => event.id)).toEqual(listed.map(({ id }) => id).reverse());
    expect(types().at(-1)).toBe("checkout.session.completed");
    const { event, body, signature } = received[0] as Received;
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(event).toMatchObject({ object: "event", livemode: false, api_version: Stripe.API_VERSION });
    expect(() => Stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow();
    expect(() => Stripe.webhooks.constructEvent(`${body} `, signature, SECRET)).toThrow();
  });

  it("say which request made them", async () => {
    await open();
    received = [];
    const customer = await opened.stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k1" });
    await settled();
    expect(received[0]?.event.request).toEqual({
      id: customer.lastResponse.requestId,
      idempotency_key: "k1",
    });
  });

  it("are sent again until the app answers with a 2xx, each attempt written down", async () => {
    answer = (count) => (count === 1 ? 500 : 200);
    opened = await openSandbox({ webhook: { url, secret: SECRET } });
    await expect.poll(() => new Set(received.map(({ event }) => event.id)).size, { timeout: 10_000 }).toBe(4);
    const first = received[0]?.event.id as string;
    await expect
      .poll(() => opened.sandbox.ctx.store.deliveries.get(first)?.attempts.map(({ status }) => status), {
        timeout: 10_000,
      })
      .toEqual([500, 200]);
    expect(opened.sandbox.ctx.store.deliveries.get(first)?.delivered).toBe(true);
    expect(await (await fetch(`${opened.sandbox.url}/events/${first}`)).text()).toContain("500");
  });

  it("are heard out: an answer that takes its time is read to the end", async () => {
    await open();
    const heard: boolean[] = [];
    app.removeAllListeners("request");
    app.on("request", (request, response) => {
      request.resume();
      response.on("close", () => heard.push(response.writableFinished));
      response.writeHead(200).write("{");
      setTimeout(() => response.end("}"), 50);
    });
    await opened.stripe.customers.create({ email: "a@example.com" });
    await expect.poll(() => heard).toEqual([true]);
  });

  it("wait while delivery is paused, and all arrive after", async () => {
    await open();
    received = [];
    await control(opened.sandbox, "delivery", { paused: "true" });
    await payOnPage(await startPurchase(opened));
    await settled();
    expect(received).toEqual([]);
    expect((await opened.stripe.events.list({ delivery_success: false })).data).toHaveLength(4);
    await control(opened.sandbox, "delivery", { paused: "false" });
    await settled();
    expect(types()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
  });

  it("arrive twice in duplicate mode", async () => {
    await open();
    received = [];
    await control(opened.sandbox, "delivery", { duplicate: "true" });
    await opened.stripe.customers.create({ email: "a@example.com" });
    await settled();
    expect(types()).toEqual(["customer.created", "customer.created"]);
    expect(received[0]?.body).not.toBe("");
    expect(received[1]?.event.id).toBe(received[0]?.event.id);
  });

  it("arrive in another order in reorder mode, none lost", async () => {
    await open();
    received = [];
    await control(opened.sandbox, "delivery", { reorder: "true" });
    for (let number = 0; number < 30; number += 1) await opened.stripe.products.create({ name: `Acme ${number}` });
    await expect.poll(() => received.length).toBe(30);
    const names = received.map(({ event }) => (event.data.object as Stripe.Product).name);
    const sorted = [...names].sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)));
    expect(names).not.toEqual(sorted);
    expect(new Set(names).size).toBe(30);
  });

  it("are sent once more on demand", async () => {
    await open();
    const [event] = (await opened.stripe.events.list()).data;
    received = [];
    await control(opened.sandbox, `events/${event?.id}/resend`);
    expect(received.map((each) => each.event.id)).toEqual([event?.id]);
  });

  it("are listed by type and by time", async () => {
    await open();
    await payOnPage(await startPurchase(opened));
    const { stripe } = opened;
    expect((await stripe.events.list({ type: "checkout.session.completed" })).data).toHaveLength(1);
    expect((await stripe.events.list({ types: ["price.created", "charge.succeeded"] })).data).toHaveLength(3);
    expect((await stripe.events.list({ created: { gt: opened.sandbox.ctx.now + 5 } })).data).toEqual([]);
    const [newest] = (await stripe.events.list({ limit: 1 })).data;
    expect((await stripe.events.list({ ending_before: newest?.id as string })).data).toEqual([]);
    expect((await stripe.events.retrieve(newest?.id as string)).type).toBe("checkout.session.completed");
  });
});

it("refuses what another site's page posts, and answers only to loopback's names", async () => {
  await open();
  const post = (origin: string) =>
    fetch(`${opened.sandbox.url}/sandbox/delivery`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ paused: "true" }),
    });
  expect((await post("https://evil.example.com")).status).toBe(403);
  expect((await post("null")).status).toBe(403);
  expect(opened.sandbox.ctx.store.settings.paused).toBe(false);
  expect((await post(opened.sandbox.url)).status).toBe(200);
  expect(opened.sandbox.ctx.store.settings.paused).toBe(true);
});
