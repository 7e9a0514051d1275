import { serializeJsonLd } from "@/lib/format/json-ld";
import { Static } from "./static";

/** Renders JSON. Every character that could end the script element is escaped. */
export function JsonLd({ data }: { data: object }) {
  return (
    <Static as="script" type="application/ld+json">
      {serializeJsonLd(data)}
    </Static>
  );
}
