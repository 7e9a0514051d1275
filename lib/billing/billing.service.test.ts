import { onPostgres } from "@/db/testing/scratch";
import { billingSuite } from "./billing.suite";

onPostgres(billingSuite);
