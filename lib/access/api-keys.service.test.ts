import { onPostgres } from "@/db/testing/scratch";
import { apiKeysSuite } from "./api-keys.suite";

onPostgres(apiKeysSuite);
