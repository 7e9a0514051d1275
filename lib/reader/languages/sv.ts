import type { Words } from "./words";

export const sv: Words = {
  free: "gratis|kostnadsfritt?|alltid gratis|gratis för alltid|utan kostnad",
  from: "från|fr\\.?|från endast",
  once: "engångs(?:köp|betalning|kostnad|avgift|pris|belopp)|en gång|livstid",
  month: "månad(?:en)?|mån",
  year: "år(?:et)?",
  other: "dag|dygn|vecka|kvartal|halvår|natt",
  per: "per|i|om",
  monthly: "månadsvis|månatligen|månatlig",
  yearly: "årsvis|årlig|årligen|årligt",
  billed: "faktureras|fakturerat|fakturerad|betalas|betalat|debiteras",
  billing: "betalning|fakturering|abonnemang|prenumeration",
  annually: "årsvis betalning|vid årsbetalning|årlig betalning",
  contact: "på begäran|kontakta oss|pris på begäran|begär offert|offert|pris på förfrågan|efter offert",
  popular:
    "(?:mest )?populär(?:ast)?|populärast|mest vald|rekommenderas|rekommenderad|vår favorit|vårt tips|bästa valet",
  soon: "kommer snart|snart tillgänglig|lanseras snart|på gång",
  tax: "moms",
  taxed: "inkl\\.?|inklusive|exkl\\.?|exklusive|ex\\.?|plus|utan",
  price: "pris|priser|kostnad|avgift",
  all: "(?:alla )?(?:priser|paket|abonnemang)",
};
