import type { Words } from "./words";

export const de: Words = {
  free: "kostenlos|kostenfrei|dauerhaft kostenlos|für immer kostenlos|gratis|umsonst|unentgeltlich",
  from: "ab|schon ab|bereits ab",
  once: "einmalige?r?s?(?: (?:zahlung|kauf|gebühr|kosten))?|einmalzahlung(?:en)?|einmalkauf|einmalpreise?|auf lebenszeit",
  month: "monat|kalendermonat|mon|mt|mtl",
  year: "jahr",
  other: "tag|woche|quartal|semester|halbjahr|nacht",
  per: "pro|je|im",
  monthly: "monatlich(?:e[rns]?)?|mtl",
  yearly: "jährlich(?:e[rns]?)?",
  billed: "abgerechnet|berechnet|gezahlt|bezahlt|zahlbar|in rechnung gestellt",
  billing: "abrechnung|zahlung|zahlweise|zahlungsweise|rechnung|vorauszahlung",
  annually: "bei jahreszahlung|jahresabrechnung|bei jährlicher vorauszahlung",
  contact:
    "(?:preis )?auf anfrage|individuell(?:er preis)?|kontaktieren sie uns|kontakt aufnehmen|vertrieb kontaktieren|angebot anfordern|sprechen sie mit uns",
  popular:
    "(?:am )?beliebteste[rs]?(?: tarif| plan)?|am beliebtesten|beliebt|empfohlen|unsere? (?:tipp|empfehlung)|empfehlung|bestseller|meistgewählt|top[- ]?seller",
  soon: "demnächst(?: verfügbar)?|kommt bald|bald verfügbar|in kürze(?: verfügbar)?|in vorbereitung",
  tax: "mwst\\.?|ust\\.?|umsatzsteuer|mehrwertsteuer|steuern?",
  taxed: "inkl\\.?|inklusive|exkl\\.?|exklusive|zzgl\\.?|zuzüglich|ohne|gesetzl\\.?|netto|brutto",
  price: "preis|preise|kosten|gebühr|tarif",
  all: "(?:alle )?(?:preise|tarife|pakete|pläne)",
};
