import type { FieldError } from "@/lib/errors";
import type { Work } from "./work";

export const work: Work = async (form, _given, signal) => {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const response = await fetch("/report", {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    signal,
  });
  if (response.ok) {
    const said =
      "Report received. Thank you. A person will check it against the source. If it is right, we correct the page.";
    return { shown: <p>{said}</p>, said };
  }
  const { detail, errors = [] } = (await response.json()) as { detail: string; errors?: FieldError[] };
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  const wrong = errors.map(({ path }) => form.querySelector<HTMLElement>(`[name="${path}"]`));
  for (const input of wrong) input?.setAttribute("aria-invalid", "true");
  wrong[0]?.focus();
  return {
    problem: (
      <>
        {detail}
        {errors.map(({ path, message }) => (
          <p key={path}>
            {form.querySelector<HTMLInputElement>(`[name="${path}"]`)?.labels?.[0]?.textContent}: {message}
          </p>
        ))}
      </>
    ),
  };
};
