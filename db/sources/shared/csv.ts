import { ListChangedError } from "../collector";

/** Returns the cells of one line without their quotes. */
export function cellsOf(line: string): string[] {
  // Tables of hundreds of megabytes quote every field. Few fields contain a quote, which would remain here.
  if (line.length > 1 && line.startsWith('"') && line.endsWith('"')) {
    const cells = line.slice(1, -1).split('","');
    if (!cells.some((cell) => cell.includes('"'))) return cells;
  }
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (match) => match[1]?.replace(/""/g, '"') ?? match[2] ?? "",
  );
}

/** Returns the rows of a CSV with quoted fields, with the names in its first line as keys. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])));
}

/** A longer line is not a table row. */
const MAX_LINE = 1024 * 1024;

const isClosed = (line: string): boolean => {
  let quotes = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 0;
};

/**
 * Yields the lines of a CSV as they arrive. A quoted field may contain line breaks. Only one line is in memory at a
 * time.
 * @throws ListChangedError if a line does not end, and any error of `chunks`
 */
export async function* csvLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let open = "";
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const piece of lines) {
      const line = open + piece;
      if (isClosed(line)) {
        open = "";
        yield line.endsWith("\r") ? line.slice(0, -1) : line;
      } else open = `${line}\n`;
    }
    if (rest.length + open.length > MAX_LINE) throw new ListChangedError("A line of the table does not end.");
  }
  const last = open + rest + decoder.decode();
  if (last === "") return;
  if (!isClosed(last)) throw new ListChangedError("The last line of the table is not whole.");
  yield last;
}
