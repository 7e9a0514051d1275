import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { pathParameters } from "@/lib/operations/define";
import { operations, otherOperations } from "@/lib/operations/registry";

const root = process.cwd();
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

function routeFiles(under: string): string[] {
  return readdirSync(join(root, under), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function fileOf(path: string): string {
  return `app${path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`;
}

test("every operation of the current version has its route file, and every route file its operation", () => {
  expect(routeFiles("app/api/v2").sort()).toEqual(operations.map(({ http }) => fileOf(http.path)).sort());
});

test("the operations beside the current version have their route files", () => {
  const others = ["app/api/v1", "app/api/health", "app/api/ready"].flatMap(routeFiles);
  expect(others.sort()).toEqual(otherOperations.map(({ http }) => fileOf(http.path)).sort());
});

test.each([...operations, ...otherOperations])(
  "the file of $name serves $name and answers every method",
  async (operation) => {
    const { toRoute } = await import("@/lib/http/to-route");
    const file = (await import(join(root, fileOf(operation.http.path)))) as Record<string, unknown>;
    expect(Object.keys(file).sort()).toEqual([...METHODS].sort());
    expect(Object.keys(toRoute(operation)).sort()).toEqual([...METHODS].sort());
    const source = readFileSync(join(root, fileOf(operation.http.path)), "utf8");
    const [, name = ""] = /toRoute\((\w+)\)/.exec(source) ?? [];
    const [, from = ""] = new RegExp(`import \\{ ${name} \\} from "@/(.+)"`).exec(source) ?? [];
    const exported = (await import(join(root, `${from}.ts`))) as Record<string, unknown>;
    expect(exported[name]).toBe(operation);
  },
);

test("names, addresses and the parameters of a path are consistent", () => {
  const all = [...operations, ...otherOperations];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ http }) => `${http.method} ${http.path}`)).size).toBe(all.length);
  for (const { http, input } of all) {
    for (const name of pathParameters(http.path)) expect(Object.keys(input.shape)).toContain(name);
  }
});
