import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { planSchedule } from "@/lib/verification/queue";

// node --import tsx scripts/lib/due-pages.ts MINUTES A_MINUTE: schedules the vendors' pages in the database of DATA_DIR
// so that A_MINUTE pages become due in each of the next MINUTES, and no other pages.
const [minutes = 0, aMinute = 0] = process.argv.slice(2).map(Number);
const { db, close } = await openDatabase(undefined, process.env.DATA_DIR ?? "");
await planSchedule(db, new Date());
await db.execute(sql`
  with turns as (select url, row_number() over (order by md5(url)) as turn from (select distinct url from page_schedule) u)
  update page_schedule p set failures = 0, leased_by = null, leased_until = null,
    due_at = case when t.turn <= ${minutes * aMinute} then now() + make_interval(secs => 60.0 * t.turn / ${aMinute})
      else now() + interval '30 days' end
  from turns t where t.url = p.url`);
const { rows } = await db.execute<{ pages: number }>(
  sql`select count(distinct url)::int as pages from page_schedule where due_at < now() + interval '29 days'`,
);
console.log(`${rows[0]?.pages} pages are due within ${minutes} minutes`);
await close();
