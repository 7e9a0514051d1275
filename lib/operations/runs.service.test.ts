import { onPostgres } from "@/db/testing/scratch";
import { runsSuite } from "./runs.suite";

onPostgres(runsSuite);
