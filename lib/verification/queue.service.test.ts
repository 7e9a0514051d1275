import { onPostgres } from "@/db/testing/scratch";
import { queueSuite } from "./queue.suite";

onPostgres((name, open) => queueSuite(name, open, { workers: 8 }));
