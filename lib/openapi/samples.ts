import type { RequestParts } from "./request";

export interface Sample {
  language: string;
  code: string;
}

/** Environment variable from which samples read a subscriber's key. */
const KEY_VARIABLE = "PRICING_API_KEY";

/** Returns one request in the languages of the reference. A request with a key reads it from the environment. */
export function samplesOf(request: RequestParts, siteUrl: string, keyed = false): Sample[] {
  return [
    { language: "curl", code: curl(request, siteUrl, keyed) },
    { language: "TypeScript", code: typescript(request, siteUrl, keyed) },
    { language: "Python", code: python(request, siteUrl, keyed) },
  ];
}

function curl({ address, body }: RequestParts, siteUrl: string, keyed: boolean): string {
  const url = quoted(`${siteUrl}${address}`);
  if (!body) return keyed ? `curl ${url} \\\n  -H "Authorization: Bearer $${KEY_VARIABLE}"` : `curl ${url}`;
  return `curl ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, address, body }: RequestParts, siteUrl: string, keyed: boolean): string {
  const url = JSON.stringify(`${siteUrl}${address}`);
  const options = [
    `  method: ${JSON.stringify(method)},`,
    '  headers: { "Content-Type": "application/json" },',
    `  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`,
  ];
  const bearer = `\`Bearer \${process.env.${KEY_VARIABLE}}\``;
  const plain = keyed ? `fetch(${url}, {\n  headers: { Authorization: ${bearer} },\n})` : `fetch(${url})`;
  const call = body ? `fetch(${url}, {\n${options.join("\n")}\n})` : plain;
  return [
    `const response = await ${call};`,
    "const data = await response.json();",
    'if (!response.ok) throw new Error(data.code + ": " + data.detail);',
  ].join("\n");
}

function python({ address, body }: RequestParts, siteUrl: string, keyed: boolean): string {
  const url = JSON.stringify(`${siteUrl}${address}`);
  const bearer = `{"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"}`;
  const plain = keyed ? `requests.get(\n    ${url},\n    headers=${bearer},\n)` : `requests.get(${url})`;
  const call = body ? `requests.post(\n    ${url},\n    json=${pythonLiteral(body)},\n)` : plain;
  return [
    ...(keyed ? ["import os", ""] : []),
    "import requests",
    "",
    `response = ${call}`,
    "data = response.json()",
    "if not response.ok:",
    "    raise RuntimeError(f\"{data['code']}: {data['detail']}\")",
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
