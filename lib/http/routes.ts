import { type AnyOperation, pathParameters } from "@/lib/operations/define";
import { percentDecode } from "@/lib/percent-decode";

/** Returns a function that finds the operation for a path, with its path parameters; null if there is no operation. */
export function routes(operations: readonly AnyOperation[]) {
  const exact = new Map(operations.map((operation) => [operation.http.path as string, operation]));
  const templates = operations
    .filter(({ http }) => http.path.includes("{"))
    .map((operation) => ({ operation, pattern: patternOf(operation.http.path) }));
  return (path: string): { operation: AnyOperation; params: Record<string, string> } | null => {
    const operation = exact.get(path);
    if (operation) return { operation, params: {} };
    for (const { operation, pattern } of templates) {
      const match = pattern.exec(path);
      if (match) return { operation, params: decoded(match.groups ?? {}) };
    }
    return null;
  };
}

function patternOf(path: string): RegExp {
  const pattern = pathParameters(path).reduce(
    (text, name) => text.replace(`{${name}}`, `(?<${name}>[^/]+)`),
    path.replaceAll(".", "\\."),
  );
  return new RegExp(`^${pattern}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, percentDecode(part)]));
}
