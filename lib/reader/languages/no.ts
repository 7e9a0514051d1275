import type { Words } from "./words";

export const no: Words = {
  free: "gratis|alltid gratis|gratis for alltid|kostnadsfritt",
  from: "fra|fra kun|priser fra",
  once: "engangs(?:kjøp|betaling|beløp|kostnad|sum|pris|avgift)|én gang|en gang|livstid",
  month: "måned(?:en)?|mnd",
  year: "år(?:et)?",
  other: "dag|døgn|uke|kvartal|halvår|natt",
  per: "per|pr\\.?|i|om",
  monthly: "månedlig|månedsvis",
  yearly: "årlig|årsvis|årlige",
  billed: "faktureres|fakturert|betales|betalt|belastes",
  billing: "betaling|fakturering|abonnement",
  annually: "årlig betaling|ved årlig betaling|årlig fakturering",
  contact: "på forespørsel|kontakt oss|pris på forespørsel|be om tilbud|få tilbud|ta kontakt",
  popular: "(?:mest )?populær|mest valgt|anbefalt|vår (?:anbefaling|favoritt)|vårt tips|beste valg|bestselger",
  soon: "kommer snart|snart tilgjengelig|lanseres snart|på vei",
  tax: "mva\\.?|moms",
  taxed: "inkl\\.?|inklusive|ekskl\\.?|eksklusive|eks\\.?|uten|pluss",
  price: "pris|priser|kostnad|abonnement",
  all: "(?:alle )?(?:priser|pakker|abonnementer)",
};
