import { readCatalog } from "@/db/import/run"; import { readSources } from "@/db/import/report"; import { reduce } from "@/lib/catalog/reduce";
const c = await readCatalog("db/catalog"); const S = new Map((await readSources("db/catalog")).map((s) => [s.slug, s]));
const all = Object.values(c.observations).flat();
for (const p of process.argv.slice(2)) { const r = reduce(all.filter((o) => o.product === p), { asOf: "2026-11-22", sources: S }); console.log(p, JSON.stringify({ range: r?.priceRange, tiers: r?.tiers?.map((t) => [t.name, t.priceMonthly, t.priceAnnual, t.listPrice]), hc: r?.hiddenCosts, md: r?.marketData, disputed: r?.verification.disputed.slice(0, 5), conf: r?.verification.confidence, usage: r?.usage && [r.usage.modelCount, r.usage.models.filter((m) => m.conflicts.length).length] }).slice(0, 1500)); }
const n = new Set(all.filter((o) => o.fact.kind === "hidden_cost").map((o) => o.product)); console.log("hidden cost products ever", n.size);
let k = 0; for (const p of n) { const r = reduce(all.filter((o) => o.product === p), { asOf: "2026-11-22", sources: S }); if (r?.hiddenCosts) k++; } console.log("shown", k);
