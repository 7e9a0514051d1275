import { onPostgres } from "@/db/testing/scratch";
import { downloadsSuite } from "./downloads.suite";

onPostgres(downloadsSuite);
