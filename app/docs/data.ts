import { type ReferenceEntry, referenceOf } from "@/lib/openapi/reference";
import { getOpenapi } from "@/lib/operations/openapi";
import { operations } from "@/lib/operations/registry";
import { serverRuntime } from "@/lib/operations/runtime";

export async function reference(): Promise<ReferenceEntry[]> {
  const { catalog, site, now } = serverRuntime();
  const document = await getOpenapi.handler({ catalog, site, now: now(), requestId: "" }, {});
  return referenceOf(operations, document, site.url);
}
