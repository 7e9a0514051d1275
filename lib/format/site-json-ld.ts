import type { SearchAction, WebSite, WithContext } from "schema-dts";
import { datasetId } from "./dataset-json-ld";

export interface DescribedSite {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

/** Describes the site with its search URL. The catalogue has its own description on its own page. */
export function webSite({ name, url }: DescribedSite): WithContext<WebSite> {
  // Search engines read this property; no vocabulary defines it.
  const search: SearchAction & { "query-input": string } = {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${url}/search?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  };
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": `${url}/#site`,
    name,
    url: `${url}/`,
    about: { "@id": datasetId({ url }) },
    potentialAction: search,
  };
}
