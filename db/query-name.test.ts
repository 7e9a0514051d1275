import { expect, test } from "vitest";
import { queryName } from "./query-name";

test.each([
  ['select "content_hash" from "catalog_state"', "select catalog_state"],
  [{ text: 'insert into "runs" ("id") values ($1)' }, "insert runs"],
  ['update "sessions" set "expires" = $1 where "session_token" = \'a secret from nobody\'', "update sessions"],
  ["begin", "begin"],
  ["select 1", "select"],
  ["with found as (select 1 from products) select * from found", "select products"],
  ["vacuum", "query"],
  [undefined, "query"],
])("%s is told of as %s", (statement, name) => {
  expect(queryName(statement)).toBe(name);
});
