import { ListChangedError } from "../collector";

/** The cells of one line, quotes taken off. */
export function cellsOf(line: string): string[] {
  // Tables of hundreds of megabytes quote every field; few fields hold a quote, which would be left over here.
  if (line.length > 1 && line.startsWith('"') && line.endsWith('"')) {
    const cells = line.slice(1, -1).split('","');
    if (!cells.some((cell) => cell.includes('"'))) return cells;
  }
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (match) => match[1]?.replace(/""/g, '"') ?? match[2] ?? "",
  );
}

/** Rows of a CSV with quoted fields, by the names in its first line. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])));
}

/** Longer ones are no lines of a table. */
const MAX_LINE = 1024 * 1024;

const isClosed = (line: string): boolean => {
  let quotes = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 0;
};

/**
 * The lines of a CSV as they come; a quoted field may hold line breaks. No more than one line is held.
 * @throws ListChangedError where a line does not end, and whatever `chunks` throws
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
