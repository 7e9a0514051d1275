import type { Words } from "./words";

export const cs: Words = {
  free: "zdarma|bezplatně|bezplatný|navždy zdarma|vždy zdarma",
  from: "od|již od|ceny od",
  once: "jednorázově|jednorázová(?: (?:platba|cena))?|jednorázový(?: nákup)?|jednorázové|doživotně",
  month: "měsíc|měs\\.?|měsíčně",
  year: "rok|ročně",
  other: "den|týden|čtvrtletí|noc",
  per: "za|na|každý",
  monthly: "měsíčně|měsíční",
  yearly: "ročně|roční",
  billed: "účtováno|fakturováno|placeno|hrazeno|účtuje se|platba",
  billing: "platba|platbě|fakturace|fakturaci|předplatné",
  annually: "při roční platbě|roční platba|roční fakturace",
  contact: "na dotaz|na vyžádání|kontaktujte nás|individuální(?: cena)?|cena na dotaz|na míru|dle dohody|dohodou",
  popular: "nejoblíbenější|oblíben[ýáé]|doporučujeme|doporučen[ýáé]|nejprodávanější|nejčastější volba|náš tip",
  soon: "již brzy|brzy|připravujeme|brzy k dispozici",
  tax: "dph",
  taxed: "s|bez|včetně|vč\\.?|\\+|plus",
  price: "cena|ceny|ceník|poplatek",
  all: "(?:všechny )?(?:ceny|tarify|balíčky)",
};
