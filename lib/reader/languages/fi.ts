import type { Words } from "./words";

export const fi: Words = {
  free: "ilmainen|ilmaiseksi|maksuton|maksutta|aina ilmainen|ikuisesti ilmainen",
  from: "alkaen|alk\\.?",
  onward: "alkaen|alk\\.?",
  once: "kertamaksu|kertaosto|kertaluonteinen(?: maksu)?|kertakorvaus|kerta",
  month: "kuukausi|kuukaudessa|kk",
  year: "vuosi|vuodessa|v",
  other: "päivä|viikko|vuosineljännes|yö|vko|pv",
  per: "per|joka",
  monthly: "kuukausittain|kuukaudessa|kuussa",
  yearly: "vuosittain|vuodessa",
  billed: "laskutetaan|laskutettuna|veloitetaan|maksetaan|maksettuna",
  billing: "laskutus|maksu|tilaus",
  annually: "vuosilaskutus|vuosimaksulla|vuosilaskutuksella|laskutus vuosittain",
  contact: "ota yhteyttä|pyydä tarjous|tarjouksen mukaan|sopimuksen mukaan|kysy tarjous|räätälöity",
  popular: "suosituin|suosittu|suositeltu|suosittelemme|suosikki|paras valinta",
  soon: "tulossa(?: pian)?|pian saatavilla|saatavilla pian",
  tax: "alv\\.?",
  taxed: "sis\\.?|sisältää|ei sisällä|\\+|ilman",
  price: "hinta|hinnat|kuukausimaksu|maksu",
  all: "(?:kaikki )?(?:hinnat|paketit)",
};
