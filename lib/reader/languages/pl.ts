import type { Words } from "./words";

export const pl: Words = {
  free: "za darmo|darmowy|darmowe|bezpłatnie|bezpłatny|bezpłatne|gratis|zawsze za darmo|na zawsze za darmo",
  from: "od|już od|ceny od",
  once: "jednorazowo|jednorazowa(?: (?:płatność|opłata))?|jednorazowy(?: (?:zakup|koszt))?|płatność jednorazowa|opłata jednorazowa|dożywotnio",
  month: "miesiąc|mies\\.?|m-c|msc",
  year: "rok",
  other: "dzień|tydzień|kwartał|noc|dobę",
  per: "za|na|co|każdy",
  monthly: "miesięcznie|miesięczn[aey]",
  yearly: "rocznie|roczn[aey]",
  billed: "rozliczane|płatne|płatny|fakturowane|opłacane|płatność|rozliczany|rozliczana",
  billing: "płatność|płatności|rozliczenie|rozliczeniu|abonament",
  annually: "przy płatności rocznej|płatność roczna|płatne z góry za rok|rozliczenie roczne",
  contact: "na zapytanie|wycena indywidualna|skontaktuj się(?: z nami)?|indywidualnie|zapytaj o cenę|cena indywidualna",
  popular:
    "najpopularniejsz[yae]|popularn[yae]|polecan[yae]|rekomendowan[yae]|najczęściej wybieran[yae]|bestseller|nasz wybór",
  soon: "wkrótce|już wkrótce|dostępne wkrótce|niebawem",
  tax: "vat|podatk[iu]",
  taxed: "netto|brutto|z|bez|\\+|plus",
  price: "cena|ceny|koszt|opłata|abonament",
  all: "(?:wszystkie )?(?:ceny|plany|pakiety)",
};
