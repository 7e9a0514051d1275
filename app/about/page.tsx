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
          {`${name} shows what software costs. Each figure has a source and a date, and shows how far you can trust it.`}
        </p>
      </PageHead>

      <Section id="about" title="About this service">
        <div className="grid max-w-read gap-3">
          <p>
            A catalogue of prices read from vendors’ public pages and from openly licensed datasets. It is not a shop
            and not a vendor. Nobody listed has paid to be listed, and no figure is changed for anyone.
          </p>
          <p>
            See <a href="/methodology">how figures are read and checked</a>,{" "}
            <a href="/coverage">what the catalogue covers</a> and <a href="/license">how you may use the data</a>.
            Reading is free; sales of <a href="/pricing">bulk data</a> pay for it.
          </p>
        </div>
      </Section>

      <Section id="operator" title="Who runs it" note="Imprint.">
        {operator.name ? (
          <ImprintLines {...operator} />
        ) : (
          <div className="grid max-w-read gap-3">
            <p data-testid="unnamed">
              <strong>This deployment does not name its operator.</strong>
            </p>
            <p>
              You can still read and check its prices: every figure links to its source. Before you buy here, find out
              who the seller is: Stripe’s checkout and receipt name who takes the payment.
            </p>
            {operator.email ? <ImprintLines {...operator} /> : null}
            <p className="note">
              If you run this deployment, set <code>OPERATOR_NAME</code>, <code>OPERATOR_ADDRESS</code> and{" "}
              <code>CONTACT_EMAIL</code>, as described in <code>.env.example</code>.
            </p>
          </div>
        )}
      </Section>

      <Section id="contact" title="Contact">
        <div className="grid max-w-read gap-3">
          <p>
            To report a wrong or missing price, use the “Report an error” form on the product’s page. It is the quickest
            way, it needs no email address, and a person reads it.
          </p>
          {operator.email ? (
            <p>
              For anything else, write to <Contact />.
            </p>
          ) : (
            <p>This deployment has no contact email address. The form reaches whoever runs it.</p>
          )}
        </div>
      </Section>

      <Section id="refunds" title="Refunds">
        <p className="max-w-read">
          {operator.email ? (
            <>
              Write to <Contact subject="Refund" /> from the email address you used for the purchase. State the date and
              what you bought.
            </>
          ) : (
            <>
              This deployment has no contact email address. Reply to the receipt of your payment, which names who took
              it.
            </>
          )}{" "}
          If something was wrong, say what it was. Refunds go back to the original card, and the link of a refunded file
          stops working. To cancel a subscription, use <a href="/account">your account</a>. You do not need to write to
          anyone.
        </p>
      </Section>

      <Section id="privacy" title="Your data">
        <p className="max-w-read">
          {operator.email ? (
            <>
              To see, correct or delete the data stored about you, write to <Contact subject="Privacy request" /> from
              the email address concerned.
            </>
          ) : (
            <>
              This deployment has no contact email address. Use the “Report an error” form on any product’s page and
              include your email address. It reaches whoever runs this deployment.
            </>
          )}{" "}
          We store nothing about visitors who only read. See <a href="/privacy">what we store and for how long</a>.
        </p>
      </Section>
    </>
  );
}
