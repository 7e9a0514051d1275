import type { AnyOperation } from "@/lib/operations/define";

export interface DocsPage {
  /** Last part of its address, and the anchor that it had when all stood on one page; null for the first page. */
  id: string | null;
  path: string;
  title: string;
  group: string;
}

export const DOCS_PATH = "/docs";

export const DOCS_TOPICS = [
  {
    id: "access",
    title: "Access and rate limit",
    description:
      "How many requests are free, what the rate limit headers say, and how an unchanged answer is asked for.",
  },
  {
    id: "conventions",
    title: "Conventions",
    description: "What null, an absent member, evidence, asOf, fields and depth mean in every answer of the API.",
  },
  {
    id: "errors",
    title: "How errors answer",
    description: "The one shape of every error of the API, a real one to look at, and the codes to branch on.",
  },
  {
    id: "files",
    title: "Bought files",
    description: "How a category file is downloaded, continued after an interruption and checked.",
  },
] as const;

export type DocsTopic = (typeof DOCS_TOPICS)[number]["id"];

/** Every page of the reference in the order in which it is read. */
export function docsPages(operations: readonly Pick<AnyOperation, "name" | "summary" | "tag">[]): DocsPage[] {
  const page = (id: string, title: string, group: string): DocsPage => ({
    id,
    path: `${DOCS_PATH}/${id}`,
    title,
    group,
  });
  const groups = [...new Set(operations.map(({ tag }) => tag))];
  return [
    { id: null, path: DOCS_PATH, title: "Quickstart", group: "Start here" },
    ...DOCS_TOPICS.map(({ id, title }) => page(id, title, "Start here")),
    page("shapes", "Shapes of the answers", "Start here"),
    ...groups.flatMap((group) =>
      operations.filter(({ tag }) => tag === group).map(({ name, summary }) => page(name, summary, group)),
    ),
  ];
}
