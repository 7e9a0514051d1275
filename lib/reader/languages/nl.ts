import type { Words } from "./words";

export const nl: Words = {
  free: "gratis|kosteloos|gratis voor altijd|altijd gratis|voor altijd gratis",
  from: "vanaf|v\\.?a\\.?|va\\.|al vanaf",
  once: "eenmalige?(?: (?:betaling|aankoop|kosten))?|éénmalige?|een keer betalen|levenslang",
  month: "maand|mnd",
  year: "jaar|jr",
  other: "dag|week|kwartaal|nacht|halfjaar",
  per: "per|elke|iedere",
  monthly: "maandelijkse?",
  yearly: "jaarlijkse?",
  billed: "gefactureerd|betaald|in rekening gebracht|afgerekend",
  billing: "betaling|facturering|facturatie|abonnement",
  annually: "bij jaarbetaling|jaarlijkse betaling|per jaar gefactureerd",
  contact: "op aanvraag|op maat|neem contact op|offerte aanvragen|prijs op aanvraag|neem contact met ons op",
  popular:
    "(?:het )?meest (?:gekozen|populair|populaire)|populair|aanbevolen|aanrader|onze (?:tip|aanrader|keuze)|beste keus|beste keuze|favoriet",
  soon: "binnenkort(?: beschikbaar)?|komt eraan|verwacht",
  tax: "btw",
  taxed: "incl\\.?|inclusief|excl\\.?|exclusief|inbegrepen|ex\\.?",
  price: "prijs|prijzen|kosten|tarief",
  all: "(?:alle )?(?:onze )?(?:prijzen|pakketten|abonnementen|tarieven)",
};
