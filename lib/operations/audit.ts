import shipped from "@/db/catalog/audit.json";

/** What came of reading shipped observations beside their raw rows: db/catalog/AUDIT.md in figures. */
export function audit(): typeof shipped {
  return shipped;
}
