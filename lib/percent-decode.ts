/** Decodes a URL part once. Text with invalid percent-encoding is unchanged: clients send such text too. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
