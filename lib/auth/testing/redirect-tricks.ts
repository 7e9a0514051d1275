/** Returns redirect targets that have led users away from other sites. */
export function redirectTricks(siteUrl: string): string[] {
  return [
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/.//evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    `${siteUrl}@evil.example`,
    `${siteUrl}.evil.example`,
    `${siteUrl}//evil.example`,
    "/account\r\nLocation: https://evil.example",
  ];
}
