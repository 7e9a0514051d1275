import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { categoryFiles } from "./billing";
import { bytea } from "./bytes";

/** The file in pieces of `chunkBytes`, so that neither storing nor sending loads all of it into memory. */
export const categoryFileChunks = pgTable(
  "category_file_chunks",
  {
    sha256: text()
      .notNull()
      .references(() => categoryFiles.sha256, { onDelete: "cascade" }),
    position: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sha256, table.position] })],
);
