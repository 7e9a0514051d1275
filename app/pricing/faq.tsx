import type { ReactNode } from "react";
import { Contact } from "@/app/_components/contact";
import { LINK_LIMITS } from "@/app/_data/pricing";

const QUESTIONS: { question: string; answer: ReactNode }[] = [
  {
    question: "Do I need an account to buy?",
    answer:
      "No. Stripe asks for an email address. If you sign in with that address later, you see what you bought. Nobody else can see it there.",
  },
  {
    question: "I closed the page that showed my key. What now?",
    answer:
      "Until you first use the key, open that page again in the same browser, within 7 days. Otherwise, sign in with the email address you paid with and create another key. Only a digest of each key is stored.",
  },
  {
    question: "My download link has expired or is used up. What now?",
    answer: `A link works for ${LINK_LIMITS.days} days and ${LINK_LIMITS.downloads} downloads. Keep the file: every download has the same bytes. If you never got the file, write to us and include the receipt.`,
  },
  {
    question: "Who processes the payment?",
    answer:
      "Stripe. Card data never reaches this server. To change your card, see invoices or cancel, open Stripe’s billing portal from your account.",
  },
  {
    question: "When do I get access?",
    answer:
      "As soon as Stripe confirms the payment, usually within seconds. A bank transfer can take days; access starts when it arrives.",
  },
  {
    question: "Can I get my money back?",
    answer: (
      <>
        To ask for a refund, contact us through <Contact />. The link of a refunded file stops working.
      </>
    ),
  },
  {
    question: "May I republish the data?",
    answer: (
      <>
        Under the terms of the <a href="/license">data licence</a>, which are the same for free and bought data.
      </>
    ),
  },
];

export function Faq() {
  return (
    <dl className="max-w-read">
      {QUESTIONS.map(({ question, answer }) => (
        <div key={question} className="border-b border-rule py-3 first:pt-0">
          <dt className="font-semibold">{question}</dt>
          <dd className="mt-1">{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
