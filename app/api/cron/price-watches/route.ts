import { cronRoute } from "@/lib/http/cron-route";
import { mail } from "@/lib/mail/send";
import { serverRuntime } from "@/lib/operations/runtime";
import { tellOfPrices } from "@/lib/watches/watches";

/** Seconds. */
export const maxDuration = 300;
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = cronRoute(() =>
  tellOfPrices({ runtime: serverRuntime(), mail }),
);
