import type { Open } from "../open";

/** Opens URLs without any guard, for a test server. */
export const plainOpen: Open = async (url, { headers, signal }) => {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const response = await fetch(url, { headers, signal: controller.signal });
  return {
    status: response.status,
    headers: response.headers,
    body: (response.body ?? []) as AsyncIterable<Uint8Array>,
    discard() {
      signal.removeEventListener("abort", stop);
      controller.abort();
    },
  };
};
