import type { Metadata } from "next";
import { Static } from "@/app/_components/static";
import { breadcrumbList } from "@/lib/format/json-ld";
import { Breadcrumbs } from "../_components/breadcrumbs";
import { JsonLd } from "../_components/json-ld";
import { site } from "../_data/site";
import { COMPARE_PATH, LLM_PATH, TCO_PATH } from "../_data/tool-paths";

const TITLE = "Calculators";

const TOOLS = [
  {
    path: TCO_PATH,
    name: "Cost of a stack",
    text: "Up to ten products for your seats over one to five years, as an itemised receipt with a range and all unknowns.",
  },
  {
    path: LLM_PATH,
    name: "LLM cost",
    text: "The monthly cost of a workload on every language model of every known rate card, and the point at which another model becomes cheaper.",
  },
  {
    path: COMPARE_PATH,
    name: "Compare prices",
    text: "Two to four products on one axis, field by field. Each row shows its winner and the rule.",
  },
] as const;

export function generateMetadata(): Metadata {
  return {
    title: TITLE,
    description: "What a software stack costs over years, and what a workload costs on every language model.",
    alternates: { canonical: `${site().url}/calculators` },
  };
}

export default function CalculatorsPage() {
  const { url } = site();
  return (
    <>
      <JsonLd data={breadcrumbList([{ name: TITLE, url: `${url}/calculators` }])} />
      <Static>
        <div className="pt-4">
          <Breadcrumbs items={[{ name: "Software", href: "/" }, { name: TITLE }]} />
        </div>
        <header className="pt-3 pb-8">
          <h1>{TITLE}</h1>
          <p className="mt-3 max-w-read text-ink-2">
            These calculators use the same engines as the API. Every figure names its source, and an unknown price is
            never treated as 0.
          </p>
        </header>
        <ul className="grid border-t border-rule-strong">
          {TOOLS.map(({ path, name, text }) => (
            <li key={path} className="border-b border-rule py-4">
              <h2>
                <a href={path}>{name}</a>
              </h2>
              <p className="mt-1 max-w-read text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </Static>
    </>
  );
}
