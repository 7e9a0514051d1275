import {
  also,
  type Fixture,
  free,
  from,
  html,
  maybe,
  month,
  nothing,
  once,
  page,
  says,
  tier,
  usage,
  year,
} from "../fixture";

const box = (...lines: string[]) => `<div class="offer">${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;
const card = (name: string, ...lines: string[]) =>
  `<div class="offer"><h3>${name}</h3>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;
const cards = (...all: string[]) => `<div class="offers">${all.join("")}</div>`;

/** Layouts and phrases of real pages, in many languages. */
export const realPages: Fixture[] = [
  page(
    "html",
    "acme-attributes-above",
    html(
      "Acme Espacio",
      `<h1>Tarifas</h1><div class="lista"><div data-monthly="30" data-annual="24"><h3>Mesa</h3><p>8 reservas</p><p><b>30</b> € al mes</p></div>
<div data-monthly="55" data-annual="44"><h3>Sala</h3><p>20 reservas</p><p><b>55</b> € al mes</p></div></div>`,
      { lang: "es" },
    ),
    {
      traps: ["attributes of the card"],
      expected: says(
        tier("Mesa", month("EUR", 30, null, "monthly"), month("EUR", 24, null, "annual")),
        tier("Sala", month("EUR", 55, null, "monthly"), month("EUR", 44, null, "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-allowance",
    html(
      "Acme Studio",
      `<h1>Preise</h1>${cards(
        ...[
          ["Klein", "10 Aufnahmen", 12],
          ["Groß", "50 Aufnahmen", 30],
        ].map(
          ([name, allowance, amount]) =>
            `<div class="offer"><div><b>${name}</b> <span>${allowance}</span></div><div>${amount} € / Monat</div></div>`,
        ),
      )}`,
      { lang: "de" },
    ),
    {
      traps: ["allowance beside the name"],
      expected: says(tier("Klein", month("EUR", 12)), tier("Groß", month("EUR", 30))),
    },
  ),
  page(
    "html",
    "acme-rate-and-packs",
    html(
      "Acme Lines",
      `<h1>Pricing</h1><section><h3>By the call</h3><div><p>$0.20 / call</p></div><div class="packs"><div><b>Bundle 10</b><p>$2</p></div><div><b>Bundle 50</b><p>$9</p></div></div></section>
<section><h3>Plans</h3><div><div><b>Desk</b><p>$15 / month</p></div><div><b>Office</b><p>$45 / month</p></div></div></section>`,
    ),
    {
      traps: ["rate above packs"],
      expected: says(
        maybe(tier("By the call", also(usage("USD", 0.2, "call")))),
        tier("Desk", month("USD", 15)),
        tier("Office", month("USD", 45)),
      ),
    },
  ),
  page(
    "html",
    "acme-figures",
    html(
      "Acme Aftale",
      `<h1>Priser</h1><div class="tal"><div><b>0 kr.</b><h3>Gæster betaler aldrig</h3><p>Kun værten får en regning.</p></div><div><b>3 min</b><h3>Klar til brug</h3></div><div><b>100 %</b><h3>Dansk hjælp</h3></div></div>
<h2>Vælg en pakke</h2>${cards(card("Lille", "99 kr. pr. måned"), card("Stor", "249 kr. pr. måned"))}`,
      { lang: "da" },
    ),
    { traps: ["figures"], expected: says(tier("Lille", month("DKK", 99)), tier("Stor", month("DKK", 249))) },
  ),
  page(
    null,
    "acme-shell",
    html("Acme Shell", `<div id="app"></div><script src="/app.js"></script>`, {
      head: `<script type="application/ld+json">[{"@context":"https://schema.org","@type":"WebApplication","name":"Acme Shell","offers":{"@type":"Offer","price":"0.00","priceCurrency":"EUR"}},{"@context":"https://schema.org","@type":"Product","name":"Acme Shell Team","offers":{"@type":"Offer","price":0,"priceCurrency":"EUR"}}]</script>`,
    }),
    { traps: ["place holders of 0"], expected: nothing("the page is a shell, and its zeros are place holders") },
  ),
  page(
    "html",
    "acme-ribbon",
    html(
      "Acme Ruban",
      `<h1>Tarifs</h1>${cards(
        box("Solo", "9 € par mois", "Une boutique"),
        `<div class="offer"><span class="ruban">Le chouchou de l’équipe</span><p>Duo</p><p>19 € par mois</p></div>`,
        box("Trio", "29 € par mois"),
      )}`,
      { lang: "fr" },
    ),
    {
      traps: ["unknown ribbon"],
      expected: says(tier("Solo", month("EUR", 9)), tier("Duo", month("EUR", 19)), tier("Trio", month("EUR", 29))),
    },
  ),
  page(
    "html",
    "acme-table-of-packages",
    html(
      "Acme Einrichtung",
      `<h1>Preise</h1><p>Einmalzahlung, zzgl. MwSt.</p><table><tr><th>Leistung</th><th>Basis</th><th>Komplett</th></tr><tr><td>Preis</td><td>490 €</td><td>990 €</td></tr></table>
<h2>Betrieb</h2>${cards(card("Ruhe", "15 € / Monat"), card("Wache", "35 € / Monat"))}`,
      { lang: "de" },
    ),
    {
      traps: ["a table beside cards", "once for all"],
      expected: says(
        tier("Basis", once("EUR", 490)),
        tier("Komplett", once("EUR", 990)),
        tier("Ruhe", month("EUR", 15)),
        tier("Wache", month("EUR", 35)),
      ),
    },
  ),
  page(
    "html",
    "acme-free-and-zero",
    html(
      "Acme Gratis",
      `<h1>Planes</h1>${cards(card("Inicial", "Gratis – 0 €", "/ mes"), card("Negocio", "29 € / mes"))}`,
      { lang: "es" },
    ),
    { traps: ["free and zero"], expected: says(free("Inicial", "EUR"), tier("Negocio", month("EUR", 29))) },
  ),
  page(
    "html",
    "acme-free-in-heading",
    html(
      "Acme Kopf",
      `<h1>Preise</h1><div><div><h3>Privat – kostenlos</h3><p>Ein Gerät.</p></div><div><h3>Büro – 12 € pro Monat</h3><p>Fünf Geräte.</p></div></div>`,
      { lang: "de" },
    ),
    { traps: ["free in the heading"], expected: says(free("Privat", "EUR"), tier("Büro", month("EUR", 12))) },
  ),
  page(
    "html",
    "acme-once-for-all",
    html(
      "Acme Licencia",
      `<h1>Precios</h1><h2>Pago único, sin suscripción</h2>${cards(card("Casa", "49 €", "Un equipo"), card("Oficina", "149 €", "Cinco equipos"))}`,
      { lang: "es" },
    ),
    { traps: ["once for all"], expected: says(tier("Casa", once("EUR", 49)), tier("Oficina", once("EUR", 149))) },
  ),
  ...(
    [
      ["sv", "SEK", "1 295 kr", "Engångsköp"],
      ["no", "NOK", "1 295 kr", "Engangskjøp"],
      ["fi", "EUR", "1 295 €", "Kertamaksu"],
      ["pl", "PLN", "1 295 zł", "Płatność jednorazowa"],
      ["cs", "CZK", "1 295 Kč", "Jednorázová platba"],
      ["tr", "TRY", "1.295 TL", "Tek seferlik ödeme"],
      ["ru", "RUB", "1 295 ₽", "Разовая оплата"],
      ["uk", "UAH", "1 295 ₴", "Одноразова оплата"],
      ["ja", "JPY", "1,295円", "買い切り"],
      ["ko", "KRW", "1,295원", "일시불"],
      ["zh", "CNY", "1,295元", "一次性付费"],
      ["ar", "SAR", "1,295 SAR", "دفعة واحدة"],
      ["hi", "INR", "₹1,295", "एकमुश्त भुगतान"],
      ["it", "EUR", "€ 1.295", "Pagamento unico"],
      ["pt", "EUR", "1.295 €", "Pagamento único"],
      ["fr", "EUR", "1 295 €", "Paiement unique"],
    ] as const
  ).map(([lang, currency, amount, words]) =>
    page(
      "html",
      `acme-once-${lang}`,
      html(
        "Acme",
        `<h1>Acme</h1>${cards(card("Alfa", amount, words), card("Delta", amount.replace("1", "2"), words))}`,
        { lang },
      ),
      {
        traps: ["once in every language"],
        expected: says(tier("Alfa", once(currency, 1295)), tier("Delta", once(currency, 2295))),
      },
    ),
  ),
  ...(
    [
      ["de", "EUR", "Kostenlos", "ab 12 € pro Monat"],
      ["fr", "EUR", "Gratuit", "dès 12 € par mois"],
      ["es", "EUR", "Gratis", "desde 12 € al mes"],
      ["pt", "BRL", "Grátis", "a partir de R$ 12 por mês"],
      ["it", "EUR", "Gratis", "a partire da 12 € al mese"],
      ["nl", "EUR", "Gratis", "v.a. € 12 per maand"],
      ["da", "DKK", "Gratis", "fra 12 kr. om måneden"],
      ["sv", "SEK", "Gratis", "från 12 kr per månad"],
      ["no", "NOK", "Gratis", "fra 12 kr per måned"],
      ["fi", "EUR", "Ilmainen", "alk. 12 € / kk"],
      ["pl", "PLN", "Za darmo", "od 12 zł / miesiąc"],
      ["cs", "CZK", "Zdarma", "od 12 Kč / měsíc"],
      ["ru", "RUB", "Бесплатно", "от 12 ₽ / мес."],
      ["uk", "UAH", "Безкоштовно", "від 12 ₴ на місяць"],
      ["ja", "JPY", "無料", "月額12円から"],
      ["ko", "KRW", "무료", "월 12원부터"],
      ["zh", "CNY", "免费", "12元起/月"],
      ["ar", "SAR", "مجاني", "ابتداءً من 12 SAR شهرياً"],
    ] as const
  ).map(([lang, currency, zero, price]) =>
    page(
      "html",
      `acme-from-${lang}`,
      html("Acme", `<h1>Acme</h1>${cards(card("Alfa", zero), card("Delta", price))}`, { lang }),
      {
        traps: ["free and from in every language"],
        expected: says(free("Alfa", currency), from("Delta", month(currency, 12))),
      },
    ),
  ),
  ...(
    [
      ["de", "EUR", "8 € / Monat", "Abgerechnet als 96 € pro Jahr"],
      ["fr", "EUR", "8 € / mois", "Facturé 96 € par an"],
      ["es", "EUR", "8 € / mes", "Facturado como 96 € al año"],
      ["pt", "EUR", "8 € / mês", "Cobrado como 96 € por ano"],
      ["it", "EUR", "8 € / mese", "Fatturati 96 € all’anno"],
      ["da", "DKK", "8 kr. / md.", "Faktureres som 96 kr. om året"],
      ["sv", "SEK", "8 kr / månad", "Faktureras som 96 kr per år"],
      ["no", "NOK", "8 kr / mnd", "Faktureres som 96 kr per år"],
      ["pl", "PLN", "8 zł / mies.", "Płatne 96 zł za rok"],
      ["cs", "CZK", "8 Kč / měsíc", "Účtováno 96 Kč ročně"],
      ["ru", "RUB", "8 ₽ / мес.", "Оплачивается 96 ₽ в год"],
      ["fi", "EUR", "8 € / kk", "Laskutetaan 96 € vuodessa"],
      ["ja", "JPY", "8円/月", "年払い 96円"],
      ["ko", "KRW", "8원/월", "연간 결제 96원"],
    ] as const
  ).map(([lang, currency, price, total]) =>
    page(
      "html",
      `acme-total-${lang}`,
      html(
        "Acme",
        `<h1>Acme</h1>${cards(card("Alfa", price, total), card("Delta", price.replace("8", "16"), total.replace("96", "192")))}`,
        { lang },
      ),
      {
        traps: ["yearly total in every language"],
        expected: says(
          tier("Alfa", month(currency, 8, null, "annual"), also(year(currency, 96))),
          tier("Delta", month(currency, 16, null, "annual"), also(year(currency, 192))),
        ),
      },
    ),
  ),
  ...(
    [
      ["ja", "JPY", "利用料金", "1,000円 / 月", "2,500円 / 月"],
      ["zh", "CNY", "价格", "¥1,000/月", "¥2,500/月"],
      ["ru", "RUB", "Стоимость", "1 000 ₽ / мес", "2 500 ₽ / мес"],
      ["pl", "PLN", "Cena", "1000 zł / mies.", "2500 zł / mies."],
      ["tr", "TRY", "Ücret", "1.000 TL / ay", "2.500 TL / ay"],
      ["da", "DKK", "Pris", "1.000 kr. / md.", "2.500 kr. / md."],
      ["ar", "AED", "السعر", "1,000 AED / شهر", "2,500 AED / شهر"],
    ] as const
  ).map(([lang, currency, label, first, second]) =>
    page(
      "html",
      `acme-row-${lang}`,
      html(
        "Acme",
        `<h1>Acme</h1><table><tr><th></th><th>Alfa</th><th>Delta</th></tr><tr><td>${label}</td><td>${first}</td><td>${second}</td></tr><tr><td>GB</td><td>5</td><td>10</td></tr></table>`,
        { lang },
      ),
      {
        traps: ["price row in every language"],
        expected: says(tier("Alfa", month(currency, 1000)), tier("Delta", month(currency, 2500))),
      },
    ),
  ),
  ...(["QAR", "KWD", "EGP", "KES", "NGN", "PKR", "MAD", "LKR", "BDT", "RSD", "OMR"] as const).map((code) =>
    page(
      "html",
      `acme-${code.toLowerCase()}`,
      html(
        "Acme",
        `<h1>Pricing</h1>${cards(card("Alfa", `${code} 110 per month`), card("Delta", `2,090 ${code} / year`))}`,
      ),
      {
        traps: ["currency codes"],
        expected: says(tier("Alfa", month(code, 110)), tier("Delta", year(code, 2090))),
      },
    ),
  ),
  page(
    "html",
    "acme-ksh",
    html("Acme", `<h1>Pricing</h1>${cards(card("Alfa", "KSh 1,100 per month"), card("Delta", "Ksh 2,090 / month"))}`),
    {
      traps: ["currency codes"],
      expected: says(tier("Alfa", month("KES", 1100)), tier("Delta", month("KES", 2090))),
    },
  ),
  page(
    "html",
    "acme-unit-of-use",
    html(
      "Acme Parcel",
      `<h1>Pricing</h1>${cards(card("Parcel", "<b>€4</b> / insured parcel"), card("Survey", "€9.50 per survey"), card("Batch", "€20", "per batch of labels"))}`,
    ),
    {
      traps: ["unknown unit"],
      expected: says(
        tier("Parcel", usage("EUR", 4, "insured parcel")),
        tier("Survey", usage("EUR", 9.5, "survey")),
        tier("Batch", usage("EUR", 20, "batch of labels")),
      ),
    },
  ),
  page(
    "html",
    "acme-start-free",
    html(
      "Acme Start",
      `<h1>Pricing</h1>${cards(card("Start Free", "£0", "Two boards"), card("Studio", "£14 / month", "All boards"))}`,
    ),
    {
      traps: ["named like a button"],
      expected: says(maybe(free("Start Free", "GBP")), tier("Studio", month("GBP", 14))),
    },
  ),
  page(
    "html",
    "acme-two-editions",
    html(
      "Acme Deux",
      `<h1>Tarifs</h1><h2>Équipes</h2><table><tr><th></th><th>Base</th><th>Coffre</th></tr><tr><td>Prix</td><td>0 €</td><td>12 € / mois</td></tr></table>
<h2>Écoles</h2><table><tr><th></th><th>Coffre</th><th>Campus</th></tr><tr><td>Prix</td><td>3 € / mois</td><td>9 € / mois</td></tr></table>`,
      { lang: "fr" },
    ),
    {
      traps: ["two editions"],
      expected: says(
        free("Base", "EUR"),
        tier("Coffre", month("EUR", 12)),
        tier("Écoles Coffre", month("EUR", 3)),
        tier("Écoles Campus", month("EUR", 9)),
      ),
    },
  ),
  page(
    "html",
    "acme-row-from",
    html(
      "Acme Vanaf",
      `<h1>Prijzen</h1><table><tr><td></td><th>Klein</th><th>Groot</th></tr><tr><td>Hulp</td><td>Ja</td><td>Ja</td></tr><tr><td>Vanaf</td><td>€ 12,50 /maand</td><td>€ 25 /maand</td></tr></table>`,
      { lang: "nl" },
    ),
    { traps: ["row label from"], expected: says(from("Klein", month("EUR", 12.5)), from("Groot", month("EUR", 25))) },
  ),
  page(
    "html",
    "acme-zero-in-real",
    html(
      "Acme Real",
      `<h1>Preços</h1>${cards(`<div class="offer"><h3>Livre</h3><div><span>R$</span><span>0</span><span>/mês</span></div></div>`, `<div class="offer"><h3>Loja</h3><div><span>R$</span> <span>--</span> <span>/mês</span></div></div>`)}`,
      { lang: "pt-BR" },
    ),
    { traps: ["currency of zero"], expected: says(free("Livre", "BRL")) },
  ),
  page(
    "html",
    "acme-billing-in-a-line",
    html(
      "Acme Zeile",
      `<h1>Preise</h1>${cards(card("Klein", "9 € / Monat"), card("Groß", "19 € / Monat"))}<p>Alle Preise werden jährlich abgerechnet. Fragen? <a href="/k">Schreiben Sie uns</a>.</p>`,
      { lang: "de" },
    ),
    {
      traps: ["billing once for all"],
      expected: says(tier("Klein", month("EUR", 9, null, "annual")), tier("Groß", month("EUR", 19, null, "annual"))),
    },
  ),
  page(
    "html",
    "acme-unit-for-all",
    html(
      "Acme Site",
      `<h1>Tarifs</h1><p>Tous les prix sont par site.</p>${cards(card("Un", "69 € / mois"), card("Deux", "119 € / mois"))}`,
      { lang: "fr" },
    ),
    {
      traps: ["unit once for all"],
      expected: says(tier("Un", month("EUR", 69, "site")), tier("Deux", month("EUR", 119, "site"))),
    },
  ),
  page(
    "html",
    "acme-no-cents",
    html(
      "Acme Swiss",
      `<h1>Pricing</h1>${cards(card("Probe", "CHF 1'400.– per year"), card("Audit", "€ 2.800,– per year"))}`.replace(
        "€ 2.800,–",
        "CHF 2,800.--",
      ),
    ),
    { traps: ["dash for cents"], expected: says(tier("Probe", year("CHF", 1400)), tier("Audit", year("CHF", 2800))) },
  ),
  page(
    "html",
    "acme-announced",
    html(
      "Acme Demnächst",
      `<h1>Preise</h1>${cards(card("Klein", "9 € / Monat"), card("Mittel", "19 € / Monat"), card("Groß", "Demnächst verfügbar"))}`,
      { lang: "de" },
    ),
    { traps: ["announced tier"], expected: says(tier("Klein", month("EUR", 9)), tier("Mittel", month("EUR", 19))) },
  ),
  page(
    "html",
    "acme-one-box",
    html(
      "Acme Bericht",
      `<h1>Ein Preis</h1><section><div class="kasten"><p>Acme Prüfung</p><p><strong>149 €</strong></p><p>Einmalig, kein Abo</p><a href="/kauf">Bestellen</a></div></section>`,
      { lang: "de" },
    ),
    { traps: ["single plan without a heading"], expected: says(tier("Acme Prüfung", once("EUR", 149))) },
  ),
  page(
    "html",
    "acme-fade-in",
    html(
      "Acme Fade",
      `<style>.reveal{opacity:0;transform:translateY(20px);transition:all .4s}</style><h1>Priser</h1>${cards(card("Liten", "90 kr / månad"), `<div class="offer reveal"><h3>Mellan</h3><p>190 kr / månad</p></div>`, `<div class="offer" style="opacity: 0; transform: scale(.9)"><h3>Stor</h3><p>490 kr / månad</p></div>`)}`,
      { lang: "sv" },
    ),
    {
      traps: ["start of an animation"],
      expected: says(
        tier("Liten", month("SEK", 90)),
        tier("Mellan", month("SEK", 190)),
        tier("Stor", month("SEK", 490)),
      ),
    },
  ),
  page(
    "html",
    "acme-resting-pane",
    html(
      "Acme Rest",
      `<h1>Pricing</h1><div class="panes"><div class="pane">${cards(card("Basic", "$9 / month"), card("Team", "$19 / month"))}</div><div class="pane" style="opacity:0">${cards(card("Basic", "$7 / month"), card("Team", "$15 / month"))}</div></div>`,
    ),
    { traps: ["resting pane"], expected: says(tier("Basic", month("USD", 9)), tier("Team", month("USD", 19))) },
  ),
  page(
    "html",
    "acme-year-beside",
    html(
      "Acme",
      `<h1>요금</h1>${cards(card("작게", "월 7,900원", "연 결제 시 79,000원/년"), card("크게", "월 17,900원", "연 결제 시 179,000원/년"))}`,
      { lang: "ko" },
    ),
    {
      traps: ["words before the price of a year"],
      expected: says(
        tier("작게", month("KRW", 7900), year("KRW", 79000)),
        tier("크게", month("KRW", 17900), year("KRW", 179000)),
      ),
    },
  ),
  page(
    "html",
    "acme-unit-and-month",
    html(
      "Acme",
      `<h1>Tarife</h1><p>Alle Preise pro Nutzer und Monat.</p>${cards(card("Klein", "9 €"), card("Groß", "19 €"))}<p>Alle Preise zzgl. MwSt. je Land.</p>`,
      { lang: "de" },
    ),
    {
      traps: ["unit once for all"],
      expected: says(tier("Klein", month("EUR", 9, "user")), tier("Groß", month("EUR", 19, "user"))),
    },
  ),
  page(
    "html",
    "acme-soles",
    html("Acme", `<h1>Precios</h1>${cards(card("Chico", "S/ 49 al mes"), card("Grande", "S/ 99 al mes"))}`, {
      lang: "es-PE",
    }),
    { traps: ["currency marks"], expected: says(tier("Chico", month("PEN", 49)), tier("Grande", month("PEN", 99))) },
  ),
  page(
    "html",
    "acme-ribbon-in-heading",
    html(
      "Acme",
      `<h1>Precios</h1>${cards(card("Uno", "9 € al mes"), card("<span>El de siempre</span> Dos", "19 € al mes"), card("Tres", "29 € al mes"))}`,
      { lang: "es" },
    ),
    {
      traps: ["unknown ribbon"],
      expected: says(tier("Uno", month("EUR", 9)), tier("Dos", month("EUR", 19)), tier("Tres", month("EUR", 29))),
    },
  ),
  page(
    "html",
    "acme-rivals-in-a-table",
    html(
      "Acme",
      `<h1>Pricing</h1>${cards(card("Solo", "$9 / month"), card("Team", "$19 / month"))}<h2>Side by side</h2><table><tr><th></th><th>Acme</th><th>Zenith</th></tr><tr><td>Price</td><td>$9 / month</td><td>$49 / month</td></tr></table>`,
    ),
    { traps: ["rivals"], expected: says(tier("Solo", month("USD", 9)), tier("Team", month("USD", 19))) },
  ),
];
