import { dataTerms } from "@/lib/operations/data-terms";
import { serverRuntime } from "@/lib/operations/runtime";

export async function terms() {
  return dataTerms(serverRuntime().catalog);
}
