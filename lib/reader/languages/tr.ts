import type { Words } from "./words";

export const tr: Words = {
  free: "ücretsiz|bedava|her zaman ücretsiz|sonsuza kadar ücretsiz|sonsuza dek ücretsiz",
  from: "başlangıç|başlayan fiyatlarla",
  onward: "['’]?(?:den|dan|ten|tan) başlayan|['’]?(?:den|dan|ten|tan) itibaren",
  once: "tek seferlik(?: ödeme)?|bir kerelik(?: ödeme)?|bir defalık|tek ödeme|ömür boyu",
  month: "ay|aylık",
  year: "yıl|yıllık|sene",
  other: "gün|hafta|gece|çeyrek",
  per: "her|başına",
  monthly: "aylık|ayda",
  yearly: "yıllık|yılda",
  billed: "faturalandırılır|faturalanır|ödenir|tahsil edilir|ödemeyle",
  billing: "ödeme|faturalandırma|abonelik|ödemede",
  annually: "yıllık ödeme(?:de)?|yıllık faturalandırılır|yıllık olarak faturalandırılır|yıllık peşin",
  contact:
    "teklif alın|teklif al|bize ulaşın|iletişime geçin|bizimle iletişime geçin|özel fiyat|fiyat alın|özel teklif",
  popular: "en popüler|popüler|önerilen|en çok tercih edilen|en çok satan|favori|tavsiye edilen",
  soon: "yakında|çok yakında|pek yakında",
  tax: "kdv",
  taxed: "dahil|hariç|dahildir|hariçtir|\\+|artı",
  price: "fiyat|fiyatlar|ücret|aylık ücret",
  all: "(?:tüm )?(?:fiyatlar|planlar|paketler)",
};
