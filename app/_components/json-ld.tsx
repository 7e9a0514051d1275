import { serializeJsonLd } from "@/lib/format/json-ld";

/** The text is JSON with every character escaped that could end the element. */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json">{serializeJsonLd(data)}</script>;
}
