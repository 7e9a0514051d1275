import type { Metadata } from "next";
import { connection } from "next/server";
import { Contact, ImprintLines } from "@/app/_components/contact";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { site } from "@/app/_data/site";
import { imprint } from "@/lib/imprint";

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return {
    title: "About and contact",
    description: `Who runs ${name}, how to reach them, and how to ask for a refund or for your data.`,
    alternates: { canonical: `${url}/about` },
  };
}

export default async function AboutPage() {
  await connection();
  const { name } = site();
  const operator = imprint();
  return (
    <>
      <PageHead title="About and contact">
        <p className="mt-3 max-w-read text-ink-2">
          {`${name} shows what software costs. Each figure names where it was read, on which day, and how far it can be believed.`}
        </p>
      </PageHead>

      <Section id="about" title="What this is">
        <div className="grid max-w-read gap-3">
          <p>
            A catalogue of prices read from vendors’ public pages and from openly licensed datasets. It is not a shop
            and not a vendor; nobody listed has paid to be listed, and no figure is moved for anyone.
          </p>
          <p>
            <a href="/methodology">How a figure is read and checked</a>, <a href="/coverage">what is covered</a>,{" "}
            <a href="/license">what may be done with it</a>. Reading is free; what pays for it is{" "}
            <a href="/pricing">bulk data</a>.
          </p>
        </div>
      </Section>

      <Section id="operator" title="Who runs it" note="Imprint.">
        {operator.name ? (
          <ImprintLines {...operator} />
        ) : (
          <div className="grid max-w-read gap-3">
            <p data-testid="unnamed">
              <strong>This deployment has not named its operator.</strong>
            </p>
            <p>
              Its prices can be read and checked all the same: every figure leads to its source. Before you buy here,
              find out from whom: Stripe’s checkout and its receipt name who takes the payment.
            </p>
            {operator.email ? <ImprintLines {...operator} /> : null}
            <p className="note">
              If you run it: set <code>OPERATOR_NAME</code>, <code>OPERATOR_ADDRESS</code> and{" "}
              <code>CONTACT_EMAIL</code>; <code>.env.example</code> says how.
            </p>
          </div>
        )}
      </Section>

      <Section id="contact" title="Contact">
        <div className="grid max-w-read gap-3">
          <p>
            A wrong or missing price: the form “Report an error” on the product’s page is the shortest way. It needs no
            address, and a person reads it.
          </p>
          {operator.email ? (
            <p>
              Anything else: <Contact />.
            </p>
          ) : (
            <p>This deployment gives no mail address. The form reaches whoever runs it.</p>
          )}
        </div>
      </Section>

      <Section id="refunds" title="Refunds">
        <p className="max-w-read">
          {operator.email ? (
            <>
              Write to <Contact subject="Refund" /> from the address with which you bought, and name the day and what
              was bought.
            </>
          ) : (
            <>This deployment gives no mail address: answer the receipt of your payment, which names who took it.</>
          )}{" "}
          Say what was wrong if something was. What is paid back goes to the card it came from; the link of a refunded
          file stops working. A subscription is cancelled in <a href="/account">your account</a>, without writing to
          anyone.
        </p>
      </Section>

      <Section id="privacy" title="Your data">
        <p className="max-w-read">
          {operator.email ? (
            <>
              To see, correct or delete what is kept about you, write to <Contact subject="Privacy request" /> from the
              address concerned.
            </>
          ) : (
            <>
              This deployment gives no mail address. What you ask through the form “Report an error” of any product,
              with your own address in it, reaches whoever runs it.
            </>
          )}{" "}
          <a href="/privacy">What is kept, and for how long</a>: of those who only read, nothing.
        </p>
      </Section>
    </>
  );
}
