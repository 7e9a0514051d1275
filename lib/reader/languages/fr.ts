import type { Words } from "./words";

export const fr: Words = {
  free: "gratuit|gratuite|gratuit à vie|offert|toujours gratuit|sans frais",
  from: "à partir de|dès|a partir de|à partir d['’]",
  once: "une (?:seule )?fois|(?:paiement|achat|tarif) unique|(?:paiements|achats|tarifs) uniques|en une (?:seule )?fois|à vie",
  month: "mois",
  year: "année|annee|an",
  other: "jour|semaine|trimestre|semestre|nuit",
  per: "par|chaque|à l['’]|l['’]",
  monthly: "mensuellement|mensuel(?:le)?s?|au mois",
  yearly: "annuellement|annuel(?:le)?s?|à l['’]année",
  billed: "facturée?s?|payée?s?|payables?|réglée?s?|prélevée?s?",
  billing: "facturation|paiement|abonnement|engagement",
  annually: "facturation à l['’]année",
  contact:
    "sur devis|sur mesure|nous contacter|contactez[- ]nous|contacter l['’]équipe commerciale|demander un devis|parlons[- ]en",
  popular:
    "(?:le |la )?plus (?:populaire|choisie?|vendue?)|populaire|recommandée?|notre (?:conseil|préférée?|choix)|meilleur choix|coup de c(?:œ|oe)ur",
  soon: "bientôt(?: disponible)?|prochainement|à venir|disponible bientôt",
  tax: "tva|ht|ttc|h\\.t\\.|t\\.t\\.c\\.|taxes",
  taxed: "hors|incluse?s?|comprise?s?|en sus|hors taxes",
  price: "prix|tarif|coût|abonnement",
  all: "(?:tous )?(?:(?:les|nos) )?(?:prix|tarifs|formules|offres|forfaits)",
};
