import { serializeJsonLd } from "@/lib/format/json-ld";
import { Static } from "./static";

/** The text is JSON with every character escaped that could end the element. */
export function JsonLd({ data }: { data: object }) {
  return (
    <Static as="script" type="application/ld+json">
      {serializeJsonLd(data)}
    </Static>
  );
}
