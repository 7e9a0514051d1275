import type { ReactNode } from "react";
import { Contact } from "@/app/_components/contact";
import { LINK_LIMITS } from "@/app/_data/pricing";

const QUESTIONS: { question: string; answer: ReactNode }[] = [
  {
    question: "Do I need an account to buy?",
    answer:
      "No. Stripe asks for an e-mail address. Signing in with that address later shows what was bought; nobody else can see it there.",
  },
  {
    question: "I closed the page with my key.",
    answer:
      "A key is shown once, because only its digest is kept. Sign in with the address that you paid with and create another.",
  },
  {
    question: "The link to my file is used up or too old.",
    answer: `A link works ${LINK_LIMITS.days} days and ${LINK_LIMITS.downloads} downloads. Keep the file: it is the same bytes every time. If you never got it, write to us with the receipt.`,
  },
  {
    question: "Who takes the payment?",
    answer:
      "Stripe. Card data never reaches this server. Card, invoices and cancelling are in Stripe’s billing portal, which the account leads to.",
  },
  {
    question: "When do I have access?",
    answer:
      "As soon as Stripe confirms the payment, mostly within seconds. A bank transfer can take days; access begins when it arrives.",
  },
  {
    question: "Can I get my money back?",
    answer: (
      <>
        Ask: <Contact />. A refunded file’s link stops working.
      </>
    ),
  },
  {
    question: "May I republish the data?",
    answer: (
      <>
        On the terms of <a href="/license">Data licence</a>, alike for free and bought data.
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
