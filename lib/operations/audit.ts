import shipped from "@/db/catalog/audit.json";
import { type AuditFigures, AuditFile, auditFigures } from "@/lib/catalog/audit";

/** Returns the results of comparing shipped observations with their raw rows: db/catalog/AUDIT.md in figures. */
export function audit(): AuditFigures {
  return auditFigures(AuditFile.parse(shipped));
}
