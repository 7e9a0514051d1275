import { permanentRedirect } from "next/navigation";

/** Earlier API descriptions linked to this URL. */
export function GET(): never {
  permanentRedirect("/license");
}
