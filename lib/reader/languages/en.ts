import type { Words } from "./words";

export const en: Words = {
  free: "free|free forever|forever free|always free|free for life|free for everyone|free (?:and|&) open[- ]source|free,? forever|free of charge|no cost",
  from: "from|starting (?:at|from)|starts (?:at|from)|start(?:s|ing)? at|as low as|prices? from|plans? from|from as low as",
  once: "(?:one[- ]time|one[- ]off|once|single)(?: (?:payment|purchase|charge|fee|license|licence|price))?|pay once|paid once|one payment|(?:(?:for a|for|a) )?lifetime(?: (?:license|licence|access|deal|payment|plan|purchase))?|for life",
  month: "months?|calendar month|mth|mnth|mon|mo",
  year: "years?|yrs?|annum",
  other: "days?|weeks?|wk|fortnight|quarters?|qtr|decade|night|semester",
  per: "per|each|every|an?",
  monthly: "monthly",
  yearly: "yearly|annually|annual",
  billed: "billed|paid|charged|invoiced|payable|prepaid|pay|paying|bill",
  billing: "billing|plan|payments?|subscription|invoicing|invoice|rate",
  annually: "billed once a year",
  contact:
    "custom|custom (?:pricing|price|quote|plan)|contact (?:us|sales|our sales team|the sales team|sales team|our team)|contact (?:us|sales) for (?:a )?(?:pricing|price|quote|a quote|details)|contact for (?:pricing|price|a quote)|let['’]?s (?:talk|chat)|talk to (?:us|sales|our team|an expert|our sales team)|get (?:a|your) (?:custom )?quote|get in touch|request (?:a )?(?:custom )?(?:quote|pricing|price)|(?:price|pricing|available) (?:up)?on request|on request|by quote|quote[- ]based|individual pricing|tailored(?: pricing)?|bespoke(?: pricing)?|p\\.?o\\.?a\\.?|speak (?:to|with) (?:us|sales)|call (?:us|for pricing)|ask us|enquire(?: now)?|inquire",
  popular:
    "(?:our )?most (?:popular|loved|chosen|picked)(?: plan| choice)?|popular(?: choice| plan)?|best (?:value|seller|selling|choice|deal)|great value|recommended(?: for you)?|our (?:top )?pick|top pick|editor['’]s choice|featured|(?:team|staff|customer) favou?rite",
  soon: "coming (?:very )?soon|available soon|launching soon|join the waitlist|waitlist|not yet available",
  tax: "vat|tax(?:es)?|gst|hst|sales tax",
  taxed: "incl(?:uding|usive of|uded|\\.)?|excl(?:uding|usive of|uded|\\.)?|ex\\.?|plus|before|without",
  price: "price|prices|pricing|cost|fee|subscription",
  all: "(?:all )?(?:prices?|pricing|plans?|packages?|subscriptions?|rates|amounts)",
};
