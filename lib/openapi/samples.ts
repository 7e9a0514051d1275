import type { RequestParts } from "./request";

export interface Sample {
  language: string;
  code: string;
}

/** One request in the languages of the reference. */
export function samplesOf(request: RequestParts, siteUrl: string): Sample[] {
  return [
    { language: "curl", code: curl(request, siteUrl) },
    { language: "TypeScript", code: typescript(request, siteUrl) },
    { language: "Python", code: python(request, siteUrl) },
  ];
}

function curl({ address, body }: RequestParts, siteUrl: string): string {
  const url = quoted(`${siteUrl}${address}`);
  if (!body) return `curl ${url}`;
  return `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, address, body }: RequestParts, siteUrl: string): string {
  const url = JSON.stringify(`${siteUrl}${address}`);
  const options = [
    `  method: ${JSON.stringify(method)},`,
    '  headers: { "Content-Type": "application/json" },',
    `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`,
  ];
  const call = body ? `fetch(${url}, {\n${options.join("\n")}\n})` : `fetch(${url})`;
  return [
    `const response = await ${call};`,
    "const answer = await response.json();",
    'if (!response.ok) throw new Error(answer.code + ": " + answer.detail);',
  ].join("\n");
}

function python({ address, body }: RequestParts, siteUrl: string): string {
  const url = JSON.stringify(`${siteUrl}${address}`);
  const call = body ? `requests.post(\n    ${url},\n    json=${pythonLiteral(body)},\n)` : `requests.get(${url})`;
  return [
    "import requests",
    "",
    `response = ${call}`,
    "answer = response.json()",
    "if not response.ok:",
    "    raise RuntimeError(f\"{answer['code']}: {answer['detail']}\")",
  ].join("\n");
}

function pythonLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
