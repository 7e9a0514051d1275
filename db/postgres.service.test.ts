import { loadSuite } from "./load/load.suite";
import { discoverSuite } from "./queries/discover.suite";
import { queriesSuite } from "./queries/queries.suite";
import { onPostgres } from "./testing/scratch";

onPostgres(loadSuite);
onPostgres(queriesSuite);
onPostgres(discoverSuite);
