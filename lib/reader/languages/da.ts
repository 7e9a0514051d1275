import type { Words } from "./words";

export const da: Words = {
  free: "gratis|altid gratis|gratis for altid",
  from: "fra|fra kun|priser fra",
  once: "engangs(?:køb|betaling|beløb|pris|gebyr)|én gang|en gang|livstid",
  month: "måned(?:en)?|md|mdr|mdl",
  year: "år(?:et)?",
  other: "dag|uge|kvartal|halvår|nat",
  per: "pr\\.?|per|om|i",
  monthly: "månedligt?|månedsvis",
  yearly: "årligt?|årlige",
  billed: "faktureret|faktureres|betalt|betales|opkræves|opkrævet",
  billing: "betaling|fakturering|abonnement",
  annually: "årlig betaling|betales årligt|ved årlig betaling",
  contact: "kontakt os|pris på forespørgsel|på forespørgsel|få et tilbud|efter aftale",
  popular: "(?:mest )?populær|mest valgte?|anbefalet|vores (?:anbefaling|favorit)|bedste valg|bestseller",
  soon: "kommer snart|snart tilgængelig|på vej|lanceres snart",
  tax: "moms",
  taxed: "inkl\\.?|inklusive|ekskl\\.?|eksklusive|ex\\.?|uden|plus",
  price: "pris|priser|abonnement|betaling",
  all: "(?:alle )?(?:priser|pakker|abonnementer)",
};
