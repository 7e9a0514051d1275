import { permanentRedirect } from "next/navigation";

/** Earlier API descriptions named this address. */
export function GET(): never {
  permanentRedirect("/license");
}
