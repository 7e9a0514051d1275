import type { Words } from "./words";

export const it: Words = {
  free: "gratis|gratuito|gratuita|gratuiti|per sempre gratis|sempre gratis|gratis per sempre",
  from: "da|a partire da|a partire dai|partendo da",
  once: "una tantum|pagamento unico|acquisto unico|una (?:sola )?volta|a vita",
  month: "mese",
  year: "anno",
  other: "settimana|giorno|trimestre|semestre|notte",
  per: "al|all['’]|per|ogni|a",
  monthly: "mensilmente|mensil[ei]",
  yearly: "annualmente|annual[ei]|annu[oai]",
  billed: "fatturat[oaie]|pagat[oaie]|addebitat[oaie]",
  billing: "pagamento|fatturazione|abbonamento",
  annually: "fatturazione annuale|pagamento annuale",
  contact:
    "su richiesta|su misura|contattaci|contattateci|personalizzato|richiedi (?:un )?preventivo|preventivo|parla con noi",
  popular:
    "(?:il |la )?più (?:popolare|scelt[oa]|vendut[oa])|popolare|consigliat[oa]|raccomandat[oa]|il nostro consiglio|scelta migliore",
  soon: "prossimamente|in arrivo|presto disponibile|disponibile a breve",
  tax: "iva|tasse|imposte",
  taxed: "inclus[ae]|esclus[ae]|compres[ae]|più|oltre|incl\\.?|escl\\.?",
  price: "prezzo|prezzi|costo|tariffa|canone",
  all: "(?:tutti )?(?:i )?(?:prezzi|piani|pacchetti|tariffe)",
};
