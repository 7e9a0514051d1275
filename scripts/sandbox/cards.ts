export type Renewal = "succeeds" | "generic_decline" | "authentication_required";

export type TestCard = {
  number: string;
  brand: "visa" | "mastercard" | "amex";
  /** The result of the first payment. */
  payment: "succeeds" | "generic_decline" | "insufficient_funds" | "authenticate";
  /** The result of a payment without the buyer present. */
  renewal: Renewal;
  note: string;
};

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa", payment: "succeeds", renewal: "succeeds", note: "Succeeds" },
  {
    number: "4000000000000002",
    brand: "visa",
    payment: "generic_decline",
    renewal: "generic_decline",
    note: "Is declined",
  },
  {
    number: "4000000000009995",
    brand: "visa",
    payment: "insufficient_funds",
    renewal: "generic_decline",
    note: "Has insufficient funds",
  },
  {
    number: "4000002500003155",
    brand: "visa",
    payment: "authenticate",
    renewal: "succeeds",
    note: "Asks for 3-D Secure; renewals succeed",
  },
  {
    number: "4000002760003184",
    brand: "visa",
    payment: "authenticate",
    renewal: "authentication_required",
    note: "Asks for 3-D Secure; renewals fail",
  },
  {
    number: "4000000000000341",
    brand: "visa",
    payment: "succeeds",
    renewal: "generic_decline",
    note: "Succeeds; renewals fail",
  },
];

export const DECLINES = {
  generic_decline: "Your card was declined.",
  insufficient_funds: "Your card has insufficient funds.",
  authentication_required: "Your card was declined. This transaction requires authentication.",
} as const;

/** The time until a debited bank responds here, unless a test settles the debit earlier. At Stripe it takes days. */
export const DEBIT_MINUTES = 5;

export const DEBIT_FAILED = {
  code: "insufficient_funds",
  message: "The customer's account has insufficient funds to cover this payment.",
} as const;

export const AUTHENTICATION_FAILED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

export type CardEntry = { number: string; expiry: string; cvc: string };
export type Card = TestCard & { expMonth: number; expYear: number };

/** Reads a card as a person types it. If a field is invalid, returns its name and the reason. */
export function readCard(entry: CardEntry, now: Date): Card | { field: "number" | "expiry" | "cvc"; message: string } {
  const digits = entry.number.replace(/[\s-]/g, "");
  if (digits === "") return { field: "number", message: "Enter a card number." };
  const card = TEST_CARDS.find(({ number }) => number === digits);
  if (!card) {
    return { field: "number", message: "This is not one of the test cards. Never enter a real card here." };
  }
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(entry.expiry) ?? [];
  const expMonth = Number(month);
  const expYear = year === undefined ? Number.NaN : Number(year.length === 2 ? `20${year}` : year);
  if (!(expMonth >= 1 && expMonth <= 12) || Number.isNaN(expYear)) {
    return { field: "expiry", message: "Enter the expiry as MM / YY." };
  }
  if (Date.UTC(expYear, expMonth, 1) <= now.getTime()) {
    return { field: "expiry", message: "Your card's expiry date is in the past." };
  }
  if (!/^\d{3}$/.test(entry.cvc.trim())) return { field: "cvc", message: "Enter the 3 digits of the security code." };
  return { ...card, expMonth, expYear };
}

export const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, "$1 ");
