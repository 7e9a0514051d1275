import type { Words } from "./words";

export const es: Words = {
  free: "gratis|gratuito|gratuita|gratis para siempre|siempre gratis|sin (?:coste|costo)",
  from: "desde|a partir de",
  once: "pagos? únicos?|único pago|compra única|una (?:sola )?vez|un solo pago|de por vida|pago (?:por )?única vez",
  month: "mes",
  year: "año",
  other: "día|semana|trimestre|semestre|noche",
  per: "por|al|cada|a la",
  monthly: "mensualmente|mensual(?:es)?",
  yearly: "anualmente|anual(?:es)?",
  billed: "facturad[oa]s?|se factura|pagad[oa]s?|cobrad[oa]s?|facturándose",
  billing: "facturación|facturacion|pago|suscripción",
  annually: "facturado una vez al año|facturación anual",
  contact:
    "contáctanos|contáctenos|contactar(?: con)? ventas|a medida|a consultar|personalizado|personalizada|precio personalizado|solicitar (?:una )?cotización|pedir presupuesto|solicitar presupuesto|hablar con ventas|consultar",
  popular:
    "(?:el |la )?más (?:popular|elegid[oa]|vendid[oa])|popular|recomendad[oa]|mejor (?:opción|valor)|nuestr[oa] favorit[oa]|destacado",
  soon: "próximamente|muy pronto|disponible pronto|en breve",
  tax: "iva|impuestos|igv|itbis",
  taxed: "incluidos?|incl\\.?|excl\\.?|más|sin|no incluidos?",
  price: "precio|precios|tarifa|cuota|coste|costo",
  all: "(?:todos )?(?:(?:los|nuestros) )?(?:precios|planes|tarifas|paquetes)",
};
