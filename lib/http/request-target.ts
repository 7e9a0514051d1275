/**
 * Returns the path and query of a request target. Proxies send the absolute form, `http://host/path`, which means the
 * same. Null for any other form, such as `*`: no page or endpoint has it.
 */
export function originForm(target: string): string | null {
  if (target.startsWith("/")) return target;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return null;
  const path = target.slice(origin.length);
  return path.startsWith("/") ? path : `/${path}`;
}
