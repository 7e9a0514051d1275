/** Decodes a URL part once. Text that is not percent-encoded properly stays as it is: clients send such text too. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
