import type { Words } from "./words";

export const pt: Words = {
  free: "grátis|gratuito|gratuita|gratis|grátis para sempre|sem custo|de graça",
  from: "a partir de|desde",
  once: "pagamento único|compra única|uma (?:única |só )?vez|taxa única|vitalício",
  month: "mês|mes",
  year: "ano",
  other: "dia|semana|trimestre|semestre|noite",
  per: "por|ao|cada|a cada",
  monthly: "mensalmente|mensal|mensais",
  yearly: "anualmente|anual|anuais",
  billed: "cobrad[oa]s?|faturad[oa]s?|pag[oa]s?",
  billing: "cobrança|faturamento|faturação|pagamento|assinatura|subscrição",
  annually: "cobrança anual|no plano anual",
  contact:
    "sob consulta|sob medida|fale conosco|fale connosco|entre em contato|contacte[- ]nos|contactar vendas|falar com vendas|solicitar (?:um )?orçamento|pedir orçamento",
  popular:
    "(?:o |a )?mais (?:popular|escolhid[oa]|vendid[oa])|popular|recomendad[oa]|melhor (?:escolha|valor|opção)|destaque|favorito",
  soon: "em breve|brevemente|disponível em breve",
  tax: "iva|impostos|imposto",
  taxed: "inclu[íi]d[oa]s?|incl\\.?|mais|sem|acresce",
  price: "preço|preços|valor|tarifa|mensalidade",
  all: "(?:todos )?(?:(?:os|nossos) )?(?:preços|planos|pacotes|valores)",
};
