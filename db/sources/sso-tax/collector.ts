import { type Collector, ListChangedError } from "../collector";
import { mostAre, notEmpty, yamlOf } from "../shared/list-form";
import type { Reject } from "../shared/reading";
import { archiveOf, filesOf } from "../shared/repository";
import { CurrentRow, ssoList } from "./parser";

const VENDOR = /^_vendors\/[^/]+\.ya?ml$/;

export const collector: Collector = {
  source: "sso-tax",
  everyDays: 7,
  maxBytes: 32 * 1024 * 1024,
  requests: () => [archiveOf("robchahin/sso-wall-of-shame")],
  async parseStream(streams, { day }) {
    for await (const { chunks } of streams) {
      const files = await filesOf(chunks, (path) => VENDOR.test(path));
      const rows = files.map(({ path, text }) => ({
        file: path,
        row: CurrentRow.safeParse(yamlOf(text)).data ?? null,
      }));
      mostAre(rows, ({ row }) => row !== null, "of the vendors' files are in the known form");
      const odd = rows.flatMap(({ file, row }): Reject[] =>
        row ? [] : [{ row: file, reason: "a file in another form" }],
      );
      const entries = rows.flatMap(({ file, row }) => (row ? [{ file, row }] : []));
      const { readings, rejects } = ssoList(entries, day);
      return notEmpty({ readings, rejects: [...odd, ...rejects] }, "the vendors' files");
    }
    throw new ListChangedError("The repository was not read.");
  },
};
