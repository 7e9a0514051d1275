import { type Collector, ListChangedError } from "../collector";
import { mostAre, notEmpty, yamlOf } from "../shared/list-form";
import type { Reject } from "../shared/reading";
import { archiveOf, filesOf } from "../shared/repository";
import { fromRows, Row, today } from "./parser";

const PROJECT = /^software\/[^/]+\.yml$/;

export const collector: Collector = {
  source: "awesome-selfhosted",
  everyDays: 7,
  maxBytes: 64 * 1024 * 1024,
  requests: () => [archiveOf("awesome-selfhosted/awesome-selfhosted-data")],
  async parseStream(streams, { day }) {
    for await (const { chunks } of streams) {
      const rows = (await filesOf(chunks, (path) => PROJECT.test(path))).map(({ path, text }) => {
        const row = Row.safeParse(yamlOf(text));
        return { path, row: row.success ? row.data : null };
      });
      mostAre(rows, ({ row }) => row !== null, "of the projects are in the known form");
      const odd = rows.flatMap(({ path, row }): Reject[] =>
        row ? [] : [{ row: path, reason: "a file in another form" }],
      );
      const { readings, rejects } = fromRows(
        rows.flatMap(({ row }) => row ?? []),
        today(day),
      );
      return notEmpty({ readings, rejects: [...odd, ...rejects] }, "the projects");
    }
    throw new ListChangedError("The repository was not read.");
  },
};
