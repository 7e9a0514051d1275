/** The words of one language around a price: alternatives of a regular expression, in which a space is any space. */
export interface Words {
  /** A whole line: the tier costs nothing. */
  free: string;
  /** Before an amount: "from", "starting at". */
  from: string;
  /** After an amount: "1,000円から". */
  onward?: string;
  once: string;
  /** "month" and "year" after a slash or a word of `per`. */
  month: string;
  year: string;
  /** Other spans of time, such as a week. */
  other: string;
  per: string;
  monthly: string;
  yearly: string;
  /** "billed" in "billed annually" and "billed as €95". */
  billed: string;
  /** "payment" in "annual payment". */
  billing: string;
  /** Whole phrases: billed by the year. */
  annually: string;
  /** A whole line: the price is given on request. */
  contact: string;
  /** A whole ribbon. */
  popular: string;
  /** A whole line: the tier is not on sale yet. */
  soon: string;
  tax: string;
  /** "including", "excluded". */
  taxed: string;
  /** The label of a row of prices. */
  price: string;
  /** "All prices" in a sentence that holds for all of them. */
  all: string;
}
