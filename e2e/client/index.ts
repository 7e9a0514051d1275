import createClient from "openapi-fetch";
import type { paths } from "./api";

/** The API with the types of its OpenAPI document. */
export function apiClient(baseUrl: string) {
  return createClient<paths>({
    baseUrl,
    querySerializer: { array: { style: "form", explode: false } },
  });
}
