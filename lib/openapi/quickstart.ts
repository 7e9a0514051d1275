import type { Sample } from "./samples";

/** A product that most readers know. */
export const QUICKSTART_SLUG = "notion";

/**
 * Returns code that gets the price of one product in at most five lines, with nothing to install. All samples print the
 * same.
 */
export function quickstartOf(siteUrl: string): Sample[] {
  const url = `${siteUrl}/api/v2/pricing/${QUICKSTART_SLUG}?depth=summary`;
  return [
    {
      language: "curl",
      code: [`curl --fail --silent '${url}' |`, "  jq --raw-output '.answer, .links.page'"].join("\n"),
    },
    {
      language: "TypeScript",
      code: [
        `const response = await fetch(${JSON.stringify(url)});`,
        "const record = await response.json();",
        "if (!response.ok) throw new Error(record.detail);",
        "console.log(record.answer);",
        "console.log(record.links.page);",
      ].join("\n"),
    },
    {
      language: "Python",
      code: [
        "import json, urllib.request",
        `with urllib.request.urlopen(${JSON.stringify(url)}) as response:`,
        "    record = json.load(response)",
        'print(record["answer"])',
        'print(record["links"]["page"])',
      ].join("\n"),
    },
  ];
}

export function quickstartOutput({ answer, links }: { answer: string; links: { page: string } }): string {
  return `${answer}\n${links.page}`;
}
