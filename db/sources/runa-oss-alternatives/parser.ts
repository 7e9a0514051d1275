import { join } from "node:path";
import { cleanName, isForge, licencesIn, ownDomain, readText } from "../shared/markdown-list";
import { mergeOpenSource, type OpenSource, repositoryOf } from "../shared/open-source";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";

const RUNA = {
  committedOn: "2025-09-03",
  file: "https://github.com/RunaCapital/awesome-oss-alternatives/blob/e5a1bd6153c602404c6f25a97b178228b755aebb/README.md",
};

export type TableRow = {
  category: string;
  name: string;
  site: string | null;
  repository: string | null;
  text: string;
  line: number;
};

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/;

/** Reads rows: Category | [Company](site) | words | stars badge that links to the repository | alternatives */
export function runaRows(markdown: string): TableRow[] {
  return markdown.split("\n").flatMap((line, index) => {
    const cells = line.replace(/^\|/, "").split("|");
    const company = LINK.exec(cells[1] ?? "");
    if (cells.length < 4 || !company || !/img\.shields\.io/.test(line)) return [];
    return {
      category: cleanName(cells[0] ?? ""),
      name: cleanName(company[1] ?? ""),
      site: company[2] ?? null,
      repository: repositoryOf(/<a href="?(https?:\/\/[^\s">]+)/.exec(cells[3] ?? "")?.[1]),
      text: cells[2] ?? "",
      line: index + 1,
    };
  });
}

function fromTable(rows: readonly TableRow[]): AdapterResult {
  const readings: Reading<OpenSource>[] = [];
  const rejects: AdapterResult["rejects"] = [];
  for (const row of rows) {
    const licences = licencesIn(row.text);
    if (licences.length === 0) {
      rejects.push({ row: `line ${row.line}: ${row.name}`, reason: "open source, but no licence stated" });
      continue;
    }
    const repository = row.repository ?? (row.site && isForge(row.site) ? row.site : null);
    readings.push({
      subject: { name: row.name, domain: ownDomain(row.site), categoryLabel: row.category },
      trust: "B",
      observedAt: RUNA.committedOn,
      evidence: { url: `${RUNA.file}?plain=1#L${row.line}` },
      fact: { kind: "open_source", licences, repository },
    });
  }
  return { readings: mergeOpenSource(readings), rejects };
}

export const runaOssAlternatives: Adapter = {
  source: "runa-oss-alternatives",
  async read(rawDir) {
    return fromTable(runaRows(await readText(join(rawDir, "runa-oss-alternatives", "README.md"))));
  },
};
