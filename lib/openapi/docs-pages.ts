import type { AnyOperation } from "@/lib/operations/define";

export interface DocsPage {
  /** The last part of its URL, and its anchor from when all text was on one page; null for the first page. */
  id: string | null;
  path: string;
  title: string;
  group: string;
}

export const DOCS_PATH = "/docs";

export const DOCS_TOPICS = [
  {
    id: "access",
    title: "Access and rate limits",
    description: "The free quota, the rate limit headers, and how to revalidate a cached response.",
  },
  {
    id: "conventions",
    title: "Conventions",
    description: "What null, absent fields, evidence, asOf, fields and depth mean in every API response.",
  },
  {
    id: "errors",
    title: "Errors",
    description: "The format of every API error, a real example, and the codes to branch on.",
  },
  {
    id: "files",
    title: "Purchased files",
    description: "How to download a category file, resume an interrupted download and verify it.",
  },
] as const;

export type DocsTopic = (typeof DOCS_TOPICS)[number]["id"];

/** Returns every page of the reference in reading order. */
export function docsPages(operations: readonly Pick<AnyOperation, "name" | "summary" | "tag">[]): DocsPage[] {
  const page = (id: string, title: string, group: string): DocsPage => ({
    id,
    path: `${DOCS_PATH}/${id}`,
    title,
    group,
  });
  const groups = [...new Set(operations.map(({ tag }) => tag))];
  return [
    { id: null, path: DOCS_PATH, title: "Quickstart", group: "Get started" },
    ...DOCS_TOPICS.map(({ id, title }) => page(id, title, "Get started")),
    page("shapes", "Response objects", "Get started"),
    ...groups.flatMap((group) =>
      operations.filter(({ tag }) => tag === group).map(({ name, summary }) => page(name, summary, group)),
    ),
  ];
}
